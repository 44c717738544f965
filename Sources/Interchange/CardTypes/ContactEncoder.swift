/// Writes contacts of one format one after the other: `write`, `drain` as often as you like, `finish`, `drain`.
public protocol ContactEncoder: Sendable {
    /// - Returns: What the format cannot hold.
    mutating func write(_ card: ContactCard) throws -> [CardLoss]
    /// No more will come.
    mutating func finish()
    /// Hands over what has been written so far.
    mutating func drain() -> [UInt8]
}
