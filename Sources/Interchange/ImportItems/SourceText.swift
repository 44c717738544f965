/// What a card or a row consists of: of UTF-16 as UTF-8, of a row without its line end, of more than 64 MB the beginning.
public struct SourceText: Hashable, Sendable {
    /// The first row of its table; none for a card.
    public let header: [UInt8]
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8], under header: [UInt8] = []) {
        self.bytes = bytes
        self.header = header
    }
}
