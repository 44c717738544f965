/// An item of a full export. Records precede the items that refer to them.
public enum ArchiveItem: Hashable, Sendable {
    case planet(Record<Planet>)
    case person(Record<Person>)
    /// A group with its members and planets, in order.
    case group(Record<Group>, members: [Person.ID], planets: [Planet.ID] = [])
    case note(Record<Note>)
    case account(ArchivedAccount)
    /// The favorites of guests.
    case guest(favorites: [RecordID])
    /// A person who was merged into another person.
    case merged(Person.ID, into: Person.ID)
    case sampleData(ArchivedSampleData)
    case photo(BlobID, bytes: [UInt8])
}

/// An account without its passphrase. Only backups contain passphrases.
public struct ArchivedAccount: Hashable, Sendable {
    public let name: String
    public let card: Person.ID?
    public let hasSeenTutorial: Bool
    public let favorites: [RecordID]

    public init(name: String, card: Person.ID?, hasSeenTutorial: Bool, favorites: [RecordID]) {
        self.name = name
        self.card = card
        self.hasSeenTutorial = hasSeenTutorial
        self.favorites = favorites
    }
}

/// The origin of a record in a sample data set. If the set is loaded again, the record is skipped.
public struct ArchivedSampleData: Hashable, Sendable {
    public let set: String
    public let kind: Kind
    public let key: String
    /// The record, or `nil` if the user has deleted it.
    public let record: RecordID?

    public init(set: String, kind: Kind, key: String, record: RecordID?) {
        self.set = set
        self.kind = kind
        self.key = key
        self.record = record
    }
}
