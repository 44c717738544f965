import Localization
import Model
import Text

/// A contact or a group as a card, with its related records.
///
/// `person.card` contains the unfolded lines, except for the bytes of the photo (see `DetachedPhotoLine`). `CardWriter`
/// compares all other values with these lines and rewrites only the differences.
public struct ContactCard: Hashable, Sendable {
    public var person = Person()
    /// The group, or `nil` if the card is a contact. In a group card, `person` contains only the lines.
    public var group: CardGroup?
    /// The UID without `urn:uuid:`. It can contain any characters. Use ``fileName`` in file names.
    public var uid: String?
    /// The photo, unless it is too large or of an unknown type.
    public var photo: Photo?
    /// The names of the contact’s groups.
    public var categories: [String] = []
    /// The groups in ``categories`` whose own cards list the contact. Their names are not added to a vCard that does
    /// not already contain them.
    public var groupsWithCards: Set<String> = []
    public var notes: [String] = []
    /// Whether the contact is a favorite of the user who imports it.
    public var isFavorite = false
    /// A date from a table, if the order of its day and month is unknown.
    public var ambiguousDate: String?
    /// The name of the home planet. `person.home` is not set.
    public var planet: String?
    /// The UIDs of the persons to whom relations refer, if the text of the relations does not identify them.
    public var relationUIDs: [RelationUID] = []
    /// The time of the last change. It is written as `REV` to new cards, and to changed cards that already have `REV`.
    public var revised: Timestamp?
    public var version = CardVersion.v40
    /// The ID and the version of the contact’s record. Only CSV files contain them.
    public var record: RecordVersion?
    /// The row of an exported CSV file that changes a contact, or `nil` for any other card.
    public var row: ContactRow?
    /// The location of the card in the import file.
    public var place: SourceLocation?
    /// The source text of a CSV row or an LDIF record, or `nil` for any other card, whose lines are in `person.card`.
    public var text: SourceText?
    public var warnings: [CardWarning] = []

    public init() {}
}

/// A row of a CSV file that Almanac has exported, with the ID and the version of its contact. It changes only the
/// columns that the file contains.
public struct ContactRow: Hashable, Sendable {
    static let headings = ["Almanac ID", "Almanac Version"]

    /// The ID as written in the file.
    public let id: String
    /// The version of the contact that the row contains, or `nil` if it is missing or invalid.
    public let version: Int?
    /// The checksums of the notes and groups that the row contained when it was exported.
    let checksums: Set<String>
    /// The reason why a value of the row is invalid, or `nil` if all are valid.
    public let problem: Message?
    let headings: [String]
    let cells: [String]
}

/// A record ID with the version of the record.
public struct RecordVersion: Hashable, Sendable {
    public let id: RecordID
    public let version: Int

    public init(_ id: RecordID, version: Int) { (self.id, self.version) = (id, version) }
}

public enum CardVersion: String, Hashable, Sendable, CaseIterable {
    case v21 = "2.1"
    case v30 = "3.0"
    case v40 = "4.0"
}

/// The UID of the person to whom a relation refers. It is written as the extension property `X-ALMANAC-RELATED`.
public struct RelationUID: Hashable, Sendable, CustomStringConvertible {
    /// The text of the relation.
    public let text: String
    public let uid: String

    /// Creates the UID of a relation, or returns `nil` if the text or the UID is empty or the UID contains a space.
    public init?(_ text: String, uid: String) {
        if text.isEmpty || uid.isEmpty || uid.contains(" ") { return nil }
        (self.text, self.uid) = (text, uid)
    }

    /// Creates the UID from the value of the property: the UID, a space, and the text.
    init?(_ value: String) {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        self.init(String(parts[1]), uid: String(parts[0]))
    }

    public var description: String { "\(uid) \(text)" }
}

/// A group, marked by `KIND:group` (RFC 6350 section 6.1.4) or Apple’s `X-ADDRESSBOOKSERVER-KIND:group`.
public struct CardGroup: Hashable, Sendable {
    public var name: String
    /// The UIDs of the members in group order, without `urn:uuid:`.
    public var members: [String]
    /// The description. It is written as the extension property `X-ALMANAC-SUMMARY`.
    public var summary: String

    public init(name: String, members: [String] = [], summary: String = "") {
        self.name = name
        self.members = members
        self.summary = summary
    }
}

/// A problem with an imported card that does not prevent its import.
public struct CardWarning: Hashable, Sendable {
    public let line: Int?
    /// The warning as a full sentence, without the file and line.
    public let sentence: Message

    public init(line: Int?, _ sentence: Message) {
        self.line = line
        self.sentence = sentence
    }
}

/// Information that is lost when a card is written.
public struct CardLoss: Hashable, Sendable {
    public let title: String
    /// The vCard property, such as `GENDER`, or the key of a field.
    public let property: String
    public let sentence: Message

    public init(title: String, property: String, sentence: Message) {
        self.title = title
        self.property = property
        self.sentence = sentence
    }
}

/// The result of writing a card.
public struct WrittenCard: Hashable, Sendable {
    /// The information that is lost in the format.
    public var losses: [CardLoss] = []
    /// The unfolded lines, or `nil` if they are those of the imported card or if the format is not vCard or jCard.
    public var changedLines: [[UInt8]]?
}

public enum CardItem: Hashable, Sendable {
    case card(ContactCard)
    case rejected(RejectedItem)
}

/// A writer for one contact format. Call `write` and `drain` for each card, then `finish` and `drain`.
public protocol ContactEncoder: Sendable {
    mutating func write(_ card: ContactCard) throws -> WrittenCard
    /// Completes the output after the last card.
    mutating func finish()
    /// Returns and removes the bytes written so far.
    mutating func drain() -> [UInt8]
}

/// A splitter of a file into cards, for formats other than vCard. After each call to `feed`, and after `finish`, call
/// `next` until it returns `nil`.
protocol CardSplitter: Sendable {
    mutating func feed(_ chunk: [UInt8])
    mutating func finish()
    /// Returns the next item, or `nil` if more bytes are needed.
    mutating func next(file: String) -> CardItem?
}

extension ContactCard {
    /// The name of the card’s file in a folder, without the extension. It is the percent-encoded UID (as in a vdir), or
    /// the percent-encoded name of the contact or group if there is no UID. Long names are shortened.
    public var fileName: String {
        let uid = uid.flatMap { $0.isEmpty ? nil : $0 } ?? group?.name ?? person.title
        // A leading period would hide the file, and a leading hyphen would make the name look like an option.
        let isSafe = uid.utf8.first.map { !".-".utf8.contains($0) } ?? true
        let name = uid.percentEncoded(keeping: isSafe ? "-_@." : "_@")
        // File names are limited to 255 bytes, and other programs append a suffix while writing.
        guard name.utf8.count > 180 else { return name }
        return "\(name.prefix(160))-\(String(FNV1a(uid.utf8).value, radix: 16))"
    }
}
