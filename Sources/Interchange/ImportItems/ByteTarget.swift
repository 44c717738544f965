/// Where bytes go, a part at a time: a new file, which is there whole once it is finished and not before, or what another
/// program reads.
public protocol ByteTarget: Sendable {
    func write(_ bytes: [UInt8]) throws
    /// No more will come.
    func finish() throws
    /// Leaves nothing behind; after `finish` it does nothing.
    func discard()
}

/// A folder into which files are put that appear once all are written: a new one with all of them, or else one by one.
public protocol FileFolder: Sendable {
    /// Whether nothing visible lies in it.
    var isEmpty: Bool { get }
    func put(_ bytes: [UInt8], as name: String) throws
    /// No more will come. A folder that is not there yet is made if anything was put into it.
    /// - Parameter replacing: Whether files of the same names may be there already.
    func finish(replacing: Bool) throws
    /// Leaves nothing behind of what is not finished.
    func discard()
}
