import Glibc

/// A folder for the databases, which goes away with everything in it.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/almanac-benchmark-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure() }
        path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
    }

    struct Failure: Error {}

    deinit {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                withUnsafeBytes(of: entry.pointee.d_name) { name in
                    _ = unlink(path + "/" + String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
                }
            }
            closedir(folder)
        }
        rmdir(path)
    }

    func file(_ name: String) -> String {
        path + "/" + name
    }
}
