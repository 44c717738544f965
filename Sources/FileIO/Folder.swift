import Glibc

/// The names in a folder, read one after the other as they lie there; a folder that cannot be read has none.
public struct Folder: Sequence {
    private let path: String

    public init(path: String) { self.path = path }

    public func makeIterator() -> Entries { Entries(path) }

    public final class Entries: IteratorProtocol {
        private let stream: OpaquePointer?
        /// Why the folder cannot be read.
        let error: SystemError?

        fileprivate init(_ path: String) {
            stream = opendir(path)
            error = stream == nil ? SystemError() : nil
        }

        deinit { if let stream { closedir(stream) } }

        public func next() -> String? {
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
