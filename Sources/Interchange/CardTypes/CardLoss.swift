import Localization

/// Something that a card cannot say in the version it was written in.
public struct CardLoss: Hashable, Sendable {
    /// Whose card it is.
    public let title: String
    /// As vCard names it: `GENDER`.
    public let property: String
    /// A whole sentence: “vCard 2.1 has no GENDER; it is kept as X-GENDER.”
    public let sentence: Message

    public init(title: String, property: String, sentence: Message) {
        self.title = title
        self.property = property
        self.sentence = sentence
    }
}
