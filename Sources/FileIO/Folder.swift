import Glibc

/// The names in a folder, read one at a time and in any order. Empty if the folder cannot be read.
public struct Folder: Sequence {
    private let path: String

    public init(path: String) { self.path = path }

    public func makeIterator() -> Entries { Entries(path) }

    public final class Entries: IteratorProtocol {
        private let stream: OpaquePointer?
        /// The reason why the folder cannot be read.
        let error: SystemError?

        fileprivate init(_ path: String) {
            stream = opendir(path)
            error = stream == nil ? SystemError() : nil
        }

        deinit { if let stream { closedir(stream) } }

        public func next() -> String? {
            while let stream, let entry = readdir(stream) {
                // Reads in place: an entry is shorter than its type, so copying it could read past its end.
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                }
                if name != ".", name != ".." { return name }
            }
            return nil
        }
    }
}
