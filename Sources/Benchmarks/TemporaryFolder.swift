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
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                }
                unlink("\(path)/\(name)")
            }
            closedir(folder)
        }
        rmdir(path)
    }

    func file(_ name: String) -> String {
        path + "/" + name
    }
}
