/// One thing of all that a store holds for its owner; what others refer to comes before them.
public enum ArchiveItem: Hashable, Sendable {
    case planet(Record<Planet>)
    case person(Record<Person>)
    /// With its members in their order.
    case group(Record<Group>, members: [Person.ID])
    case note(Record<Note>)
    case account(ArchivedAccount)
    /// A person who was merged into another, and leads to that one.
    case merged(Person.ID, into: Person.ID)
    case planted(ArchivedSampleData)
    case photo(BlobID, bytes: [UInt8])
}

/// An account without its passphrase, which leaves the store only in backups.
public struct ArchivedAccount: Hashable, Sendable {
    public let name: String
    public let card: Person.ID?
    public let hasSeenTutorial: Bool
    /// In their order.
    public let favorites: [RecordID]

    public init(name: String, card: Person.ID?, hasSeenTutorial: Bool, favorites: [RecordID]) {
        self.name = name
        self.card = card
        self.hasSeenTutorial = hasSeenTutorial
        self.favorites = favorites
    }
}

/// What came from a seed set, so that planting it again changes nothing.
public struct ArchivedSampleData: Hashable, Sendable {
    public let set: String
    public let kind: Kind
    public let key: String
    /// Nil for what its owner has deleted since.
    public let record: RecordID?

    public init(set: String, kind: Kind, key: String, record: RecordID?) {
        self.set = set
        self.kind = kind
        self.key = key
        self.record = record
    }
}
