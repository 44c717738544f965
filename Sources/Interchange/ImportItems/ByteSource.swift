import Model

/// A source of bytes, such as a file or the output of another program.
public protocol ByteSource: Sendable {
    /// The name of the source in messages.
    var name: String { get }
    /// The number of bytes, if known.
    var size: Int? { get }
    /// Returns the next bytes, or an empty array at the end.
    func read() throws -> [UInt8]
    /// Closes an open file until the next bytes are read.
    func suspend()
}

extension ByteSource {
    public func suspend() {}
}

/// An error that prevents the import of one source, but not of others.
public protocol ByteSourceProblem: UserFacingError {}

/// The progress of reading: the number of items, and the number of bytes from which they were read.
public struct ReadProgress: Hashable, Sendable {
    public var items = 0
    public var bytes = 0

    public init() {}

    public static func += (sum: inout ReadProgress, other: ReadProgress) {
        sum.items += other.items
        sum.bytes += other.bytes
    }
}

/// A destination for bytes, such as a file written atomically or the input of another program.
public protocol ByteTarget: Sendable {
    func write(_ bytes: [UInt8]) throws
    func finish() throws
    /// Removes the written bytes. Has no effect after `finish`.
    func discard()
}

/// A folder for exported files. A new folder appears together with all its files. In an existing folder, files appear
/// one by one.
public protocol FileFolder: Sendable {
    var isEmpty: Bool { get }
    func put(_ bytes: [UInt8], as name: String) throws
    /// Publishes the files. A missing folder is created if any file was written.
    ///
    /// - Parameter replacing: Whether to replace existing files.
    func finish(replacing: Bool) throws
    /// Removes the files that were not published.
    func discard()
}
