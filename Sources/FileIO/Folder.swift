import Glibc

/// The names in a folder, read lazily and in no particular order. An unreadable folder has no names.
///
/// The names can be read only once.
public final class Folder: Sequence, IteratorProtocol {
    private let stream: OpaquePointer?
    /// The error that occurred when opening or reading the folder, if any.
    private(set) var error: SystemError?

    public init(path: String) {
        stream = opendir(path)
        error = stream == nil ? SystemError() : nil
    }

    deinit { if let stream { closedir(stream) } }

    public func next() -> String? {
        while let stream {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { error = SystemError() }
                return nil
            }
            // Read in place. An entry may be shorter than its type, and copying it could read past its end.
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { return name }
        }
        return nil
    }
}
