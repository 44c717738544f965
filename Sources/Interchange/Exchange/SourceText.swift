/// What a card or a row consists of, as it came; of UTF-16 as UTF-8.
public struct SourceText: Hashable, Sendable {
    /// The row of headings that a row stands under; none above a card.
    public let heading: [UInt8]
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8], under heading: [UInt8] = []) {
        self.bytes = bytes
        self.heading = heading
    }
}
