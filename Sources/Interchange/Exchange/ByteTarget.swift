/// Where bytes go, a part at a time: a new file, which is there whole once it is finished and not before, or what another
/// program reads.
public protocol ByteTarget: Sendable {
    func write(_ bytes: [UInt8]) throws
    /// No more will come.
    func finish() throws
    /// Leaves nothing behind; after `finish` it does nothing.
    func discard()
}
