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
                // Where it lies: an entry is shorter than its type, and behind the last one there may be nothing to copy.
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                }
                if name != ".", name != ".." { return name }
            }
            return nil
        }
    }
}
