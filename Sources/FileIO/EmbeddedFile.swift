import Embedded

/// A file that is embedded in the program.
public struct EmbeddedFile {
    private let file: embedded_file

    /// All embedded files, in the order of files.c.
    public static var all: some RandomAccessCollection<EmbeddedFile> {
        UnsafeBufferPointer(start: embedded_files(), count: embedded_file_count()).lazy.map(EmbeddedFile.init)
    }

    /// Returns the file with the given path, or `nil` if there is none.
    public static func at(_ path: String) -> EmbeddedFile? { all.first { $0.path == path } }

    /// The path, relative to the top of the repository.
    public var path: String { String(cString: file.path) }

    public var bytes: [UInt8] { Array(content) }

    public var text: String { String(decoding: content, as: UTF8.self) }

    private var content: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: file.bytes, count: file.size) }
}
