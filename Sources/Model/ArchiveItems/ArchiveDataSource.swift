/// A data source for full exports, which contain the records, accounts, and photos of a database but not its history.
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
