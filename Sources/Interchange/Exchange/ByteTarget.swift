/// Where bytes go, a part at a time: a new file, which is there whole once it is finished and not before, or what another
/// program reads.
public protocol ByteTarget: Sendable {
    func write(_ bytes: [UInt8]) throws
    /// No more will come.
    func finish() throws
    /// Leaves nothing behind; after `finish` it does nothing.
    func discard()
}

/// A folder into which files are put, each whole or not at all; the first one makes it.
public protocol FileFolder: Sendable {
    /// Whether nothing visible lies in it.
    var isEmpty: Bool { get }
    /// - Parameter replacing: Whether a file of that name may be there already.
    func put(_ bytes: [UInt8], as name: String, replacing: Bool) throws
}
