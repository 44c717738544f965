/// Reads contacts of one format as their bytes come: `feed`, then `next` until it gives nil, and so on; after `finish`
/// nil is the end. One bad contact never stops the rest.
public protocol ContactReading: Sendable {
    mutating func feed(_ chunk: [UInt8])
    /// There are no more bytes.
    mutating func finish()
    /// The next contact, or nil: before `finish` if more bytes are needed, after it at the end.
    /// - Throws: If there are no contacts of this format at all.
    mutating func next() throws -> CardItem?
}

extension CardReader: ContactReading {
    public mutating func feed(_ chunk: [UInt8]) { feed(chunk[...]) }
}
