import Glibc

/// The names in a folder, read one after the other as they lie there; a folder that cannot be read has none.
struct Folder: Sequence {
    let path: String

    func makeIterator() -> Entries { Entries(opendir(path)) }

    final class Entries: IteratorProtocol {
        private let stream: OpaquePointer?

        fileprivate init(_ stream: OpaquePointer?) { self.stream = stream }

        deinit { if let stream { closedir(stream) } }

        func next() -> String? {
            while let stream, let entry = readdir(stream) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { return name }
            }
            return nil
        }
    }
}
