import Localization
import Model

/// A card as a record: what it says of a person, or of a group, and what goes with it into other records.
///
/// `person.card` are the lines as they came, unfolded, but for the bytes of the photo (see `DetachedPhotoLine`); `CardText`
/// turns them into bytes and back. What is read here is exactly what `CardWriter` expects back: it compares a person
/// with the lines, and writes anew what differs.
public struct ContactCard: Hashable, Sendable {
    public var person = Person()
    /// Set if the card is a group; `person` then only has its lines.
    public var group: CardGroup?
    /// Without `urn:uuid:`; any text, so a file is named by ``fileName``. Nil if there is none.
    public var uid: String?
    /// Nil too if the card has one that is too large or of no known type, which a warning says.
    public var photo: CardPhoto?
    /// The names of the groups it says it belongs to.
    public var categories: [String] = []
    public var notes: [String] = []
    /// The name of the home planet, which stands in for `person.home`.
    public var planet: String?
    /// When the record was changed last: for writing, it goes into the `REV` of a new card, and of a changed one that has it.
    public var revised: Timestamp?
    public var version = CardVersion.v40
    /// Where it was read; nil if it was not.
    public var place: SourceLocation?
    /// The row it was read from; nil for a card, which has `person.card`.
    public var text: SourceText?
    public var warnings: [CardWarning] = []

    public init() {}
}

/// The versions of vCard: vCard 2.1 of versit, RFC 2426, RFC 6350.
public enum CardVersion: String, Hashable, Sendable, CaseIterable {
    case v21 = "2.1"
    case v30 = "3.0"
    case v40 = "4.0"
}

/// A card that is a group: `KIND:group` (RFC 6350 section 6.1.4) or Apple's `X-ADDRESSBOOKSERVER-KIND:group`.
public struct CardGroup: Hashable, Sendable {
    public var name: String
    /// The `UID`s of its members in their order, without `urn:uuid:`.
    public var members: [String]
    /// What the group is for, which vCard has no property for.
    public var summary: String

    public init(name: String, members: [String] = [], summary: String = "") {
        self.name = name
        self.members = members
        self.summary = summary
    }
}

/// A picture as a card carries it, its type known by its bytes.
public struct CardPhoto: Hashable, Sendable {
    public let bytes: [UInt8]
    public let type: ImageType

    /// Nil for bytes that are no picture of a known type.
    public init?(_ bytes: [UInt8]) {
        guard let type = ImageType(bytes) else { return nil }
        self.bytes = bytes
        self.type = type
    }
}

/// Something in an imported card that was not taken at its word; the line it is about was kept.
public struct CardWarning: Hashable, Sendable {
    /// Of the file, from 1; nil where nobody knows.
    public let line: Int?
    /// A whole sentence, without file and line.
    public let sentence: Message

    public init(line: Int?, _ sentence: Message) {
        self.line = line
        self.sentence = sentence
    }
}

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

/// What a file of cards consists of.
public enum CardItem: Hashable, Sendable {
    case card(ContactCard)
    case rejected(RejectedItem)
}

/// Writes contacts of one format one after the other: `write`, `drain` as often as you like, `finish`, `drain`.
public protocol ContactEncoder: Sendable {
    /// - Returns: What the format cannot hold.
    mutating func write(_ card: ContactCard) throws -> [CardLoss]
    /// No more will come.
    mutating func finish()
    /// Hands over what has been written so far.
    mutating func drain() -> [UInt8]
}
