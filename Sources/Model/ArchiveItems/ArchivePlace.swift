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
