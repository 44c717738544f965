import Localization

/// A data source for full exports, which contain the records, accounts, and photos of a database but not its history.
///
///     var position: ArchivePosition? = .beginning
///     while let start = position {
///         let page = try await store.archive.items(from: start, limit: 100)
///         position = page.next
///     }
public protocol ArchiveDataSource: Sendable {
    /// Returns a page of items, in the order in which they can be restored. Unreadable photos are reported as lost.
    func items(from place: ArchivePosition, limit: Int) async throws -> ArchivePage
    /// Restores items into an empty database as one history step, with their IDs, UUIDs, times, and versions.
    /// - Returns: The number of records of each kind.
    /// - Throws: `ArchiveProblem`, or an error that `next` throws.
    func restore(
        in context: CommandContext, _ next: @escaping @Sendable () throws -> ArchiveItem?
    ) async throws -> [Kind: Int]
}

/// A position in a full export.
public struct ArchivePosition: Hashable, Sendable {
    public enum Section: Int, CaseIterable, Hashable, Sendable {
        case planets, persons, merges, groups, notes, accounts, sampleData, photos, pictures
    }

    public let section: Section
    /// The number of the last item that was read, or 0 at the beginning of the section.
    public let last: Int64

    public static let beginning = ArchivePosition(.planets)

    public init(_ section: Section, after last: Int64 = 0) {
        self.section = section
        self.last = last
    }
}

/// A page of a full export.
public struct ArchivePage: Hashable, Sendable {
    public let items: [ArchiveItem]
    public let lost: [UnreadablePhoto]
    /// The position of the next page, or `nil` at the end.
    public let next: ArchivePosition?
    /// The number of the last change to the database. Pages with the same number belong to one consistent state.
    public let moment: Int64

    public init(_ items: [ArchiveItem], lost: [UnreadablePhoto], next: ArchivePosition?, moment: Int64) {
        self.items = items
        self.lost = lost
        self.next = next
        self.moment = moment
    }
}

/// An unreadable photo and its record.
public struct UnreadablePhoto: Hashable, Sendable {
    public let owner: RecordID
    public let problem: BlobProblem

    public init(of owner: RecordID, _ problem: BlobProblem) {
        self.owner = owner
        self.problem = problem
    }
}

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

/// An account without its passphrase hash, which only backups contain.
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

/// An error that prevents the import or creation of a full export.
public enum ArchiveProblem: UserFacingError, Hashable {
    case notEmpty
    case unreadable(file: String, line: Int, reason: Message)
    case newer(file: String, version: Int)
    /// A change to the database during the export.
    case changedDuringExport
    /// An item that conflicts with an earlier item.
    case contradiction(Message)
    /// An item that refers to a record that is missing from the file. The ID is `nil` if the item is not a record.
    case dangling(String?)

    public var explanation: ErrorReport {
        switch self {
        case .notEmpty:
            ErrorReport(
                .failed,
                "Cannot import a full export: the database is not empty.", outcome: "Nothing was changed.",
                next: "Use --database to import into a new database, or “restore” to return to a backup.")
        case .unreadable(let file, let line, let reason):
            ErrorReport(.failed, "\(file):\(String(line)): \(reason)", outcome: "Nothing was imported.")
        case .newer(let file, let version):
            ErrorReport(
                .failed,
                "\(file) was exported by a newer version of Almanac (format \(version)).",
                outcome: "Nothing was imported.",
                next: "Import it with that version.")
        case .changedDuringExport:
            ErrorReport(
                .failed, "Export failed: the database changed during the export.",
                next: "Try again.")
        case .contradiction(let reason):
            ErrorReport(.failed, reason, outcome: "Nothing was imported.")
        case .dangling(let name):
            ErrorReport(
                .failed, "\(name ?? "An item") refers to a record that is not in the file.",
                outcome: "Nothing was imported.",
                next: "Add the record to the file, or remove the reference.")
        }
    }
}
