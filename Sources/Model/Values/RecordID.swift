import Localization

/// A permanent record ID, such as `persons/7`.
public struct RecordID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let kind: Kind
    public let number: Int64

    /// The highest number that can be imported. New numbers can be issued as long as the last issued number does not
    /// exceed this limit. Document numbers of the search index have 40 bits for the ID. The upper half of that range is
    /// reserved for later IDs.
    public static let limit: Int64 = 1 << 39

    public init(kind: Kind, number: Int64) {
        self.kind = kind
        self.number = number
    }

    /// Creates an ID from text with a number, such as `persons/7`. A data source must resolve an ID with a name.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(plural: parts[0]), let number = Int64(parts[1]), number > 0 else {
            return nil
        }
        self.init(kind: kind, number: number)
    }

    public var description: String { "\(kind.plural)/\(number)" }
}

/// A kind of record.
public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    case person, group, planet, note

    /// The plural, such as `persons`, used in record IDs and commands.
    public var plural: String { rawValue + "s" }

    /// The alternative names of the kind in IDs and commands, such as `people` and `contacts`.
    public var aliases: [String] { self == .person ? ["people", "contacts"] : [] }

    /// Creates a kind from its singular, such as `person` or `contact`, or from a plural, such as `people`, ignoring
    /// case.
    public init?(named word: String) {
        let word = word.lowercased()
        guard let kind = Kind(rawValue: word) ?? Kind(plural: word) ?? Kind(plural: word + "s") else { return nil }
        self = kind
    }

    /// The plural as a heading, such as `Persons`.
    public var heading: Title {
        switch self {
        case .person: "Persons"
        case .group: "Groups"
        case .planet: "Planets"
        case .note: "Notes"
        }
    }

    /// The singular as a noun, such as `person`.
    public var noun: Message {
        switch self {
        case .person: "person"
        case .group: "group"
        case .planet: "planet"
        case .note: "note"
        }
    }

    public init?(plural: some StringProtocol) {
        guard let kind = Kind.allCases.first(where: { $0.plural == plural || $0.aliases.contains { $0 == plural } })
        else { return nil }
        self = kind
    }
}

/// A reference to a record: its ID and display name.
public struct RecordReference: Hashable, Sendable {
    public let id: RecordID
    public let name: String

    public init(id: RecordID, name: String) {
        self.id = id
        self.name = name
    }
}

/// The first records that are linked to a record, and the number of all linked records.
public struct LinkedRecords: Hashable, Sendable {
    /// The maximum number of references that are fetched with a record.
    public static let limit = 100
    /// The maximum number of references that are counted exactly.
    public static let countLimit = 1000

    /// The first references, in list order.
    public let first: [RecordReference]
    public let count: Count

    public enum Count: Hashable, Sendable {
        case exactly(Int)
        case moreThan(Int)
    }

    public static let none = LinkedRecords([], counted: 0)

    /// Creates a list of references.
    /// - Parameter counted: The number of references. Counting stops as soon as ``countLimit`` is exceeded.
    public init(_ first: [RecordReference], counted: Int) {
        self.first = first
        let number = max(counted, first.count)
        count = number > Self.countLimit ? .moreThan(Self.countLimit) : .exactly(number)
    }

    public var hasMore: Bool { count != .exactly(first.count) }
}

/// The ID of a blob: the SHA-256 hash of its bytes in lowercase hexadecimal.
public struct BlobID: RawRepresentable, Hashable, Codable, Sendable {
    /// The maximum size of a blob, 10 MiB.
    public static let maximumBytes = 10 << 20

    public let rawValue: String

    /// Creates an ID, or returns `nil` if the string is not exactly 64 lowercase hexadecimal digits. An ID is therefore
    /// a safe file name.
    public init?(rawValue: String) {
        let isHex = rawValue.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        guard rawValue.utf8.count == 64, isHex else { return nil }
        self.rawValue = rawValue
    }
}
