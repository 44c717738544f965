import Wording

/// A card that could not be read, with the bytes it consists of.
public struct RejectedCard: Hashable, Sendable {
    public let place: CardPlace
    /// The line that is at fault.
    public let line: Int
    /// A whole sentence, without file and line.
    public let reason: Message
    /// As they came; of UTF-16 as UTF-8.
    public let bytes: [UInt8]
    /// The card has more bytes than were kept.
    public let isCut: Bool

    public init(place: CardPlace, line: Int, reason: Message, bytes: [UInt8], isCut: Bool = false) {
        self.place = place
        self.line = line
        self.reason = reason
        self.bytes = bytes
        self.isCut = isCut
    }
}
