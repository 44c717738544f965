/// All that a store holds for its owner, given out and brought back; the history stays in the store and its backups.
public protocol ArchiveDataSource: Sendable {
    /// A part of it, in the order in which it can be restored. A photo that is gone is left out, for `check` to name.
    func items(from place: ArchivePlace, limit: Int) async throws -> ArchivePage
    /// Puts all into a store in which nothing is yet, with the same addresses, identifiers, times and versions: everything
    /// or nothing, as one step. Returns how many of each kind there are.
    /// - Throws: `ArchiveProblem`, and what `next` throws.
    func restore(
        in context: CommandContext, _ next: @escaping @Sendable () throws -> ArchiveItem?
    ) async throws -> [Kind: Int]
}

/// How far somebody has read through all that a store holds.
public struct ArchivePlace: Hashable, Sendable {
    public enum Section: Int, CaseIterable, Hashable, Sendable {
        case planets, persons, merges, groups, notes, accounts, planted, photos, pictures
    }

    public let section: Section
    /// The number of the last one seen in it; 0 at its beginning.
    public let last: Int64

    public static let beginning = ArchivePlace(.planets)

    public init(_ section: Section, after last: Int64 = 0) {
        self.section = section
        self.last = last
    }
}

/// A part of all that a store holds.
public struct ArchivePage: Hashable, Sendable {
    public let items: [ArchiveItem]
    /// What of these could not be read.
    public let lost: [LostPhoto]
    /// Where it goes on; nil at the end.
    public let next: ArchivePlace?
    /// The number of the last change of a record: pages with the same one are of one moment.
    public let moment: Int64

    public init(_ items: [ArchiveItem], lost: [LostPhoto], next: ArchivePlace?, moment: Int64) {
        self.items = items
        self.lost = lost
        self.next = next
        self.moment = moment
    }
}

/// A photo that a record has, and that is not to be had.
public struct LostPhoto: Hashable, Sendable {
    public let owner: RecordID
    public let problem: BlobProblem

    public init(of owner: RecordID, _ problem: BlobProblem) {
        self.owner = owner
        self.problem = problem
    }
}
