import Model

/// A data source that exports contacts as cards, with their related records.
public protocol ExportDataSource: Sendable {
    /// Returns the next page of contacts with their notes, groups, and photos. Large photos reduce the number of
    /// contacts on a page.
    func cards(
        of selection: ExportSelection, after: Person.ID?, limit: Int, withPhotos: Bool
    ) async throws -> ExportPage
    /// Returns the groups of the selected contacts as cards.
    func groups(of selection: ExportSelection) async throws -> [ContactCard]
    func groups(_ ids: [Group.ID]) async throws -> [ContactCard]
    /// Returns the groups that were imported from cards.
    func importedGroups() async throws -> [ContactCard]
    /// Stores exported cards, so that newer versions of them can be recognized when they are imported.
    func keep(_ cards: [ExportedCard]) async throws
}

/// An exported card of a person.
public struct ExportedCard: Hashable, Sendable {
    public let person: Person.ID
    public let version: FormerCard

    /// - Parameter lines: The unfolded lines of the card.
    public init(person: Person.ID, lines: [[UInt8]], photo: BlobID?) {
        self.person = person
        version = FormerCard(card: VCard(withoutPhoto: lines), photo: photo)
    }
}

/// A former version of the card of a person.
public struct FormerCard: Hashable, Sendable {
    /// The card without its photo.
    public let card: VCard
    /// The photo of an exported card.
    public let photo: BlobID?

    public init(card: VCard, photo: BlobID?) {
        self.card = card
        self.photo = photo
    }
}

public enum ExportSelection: Hashable, Sendable {
    case all
    case persons([Person.ID])
}

public struct ExportPage: Sendable {
    public var cards: [ContactCard] = []
    /// The persons of the cards.
    public var persons: [Person.ID] = []
    public var losses: [CardLoss] = []
    /// The last person on the page, or `nil` if no page follows.
    public var last: Person.ID?

    public init() {}
}
