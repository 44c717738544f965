/// A format that can be read as its bytes come: `feed`, then `next` until it gives nil, and so on; after `finish` nil is
/// the end.
public protocol ItemReader<Item>: Sendable {
    associatedtype Item

    mutating func feed(_ chunk: [UInt8])
    /// There are no more bytes.
    mutating func finish()
    /// The next item, or nil: before `finish` if more bytes are needed, after it at the end.
    /// - Throws: If there is nothing of this format at all.
    mutating func next() throws -> Item?
}
