import Model

/// Gives contacts out, as cards with all that belongs to them. It is no protocol of Model's, as the others are, since it
/// speaks of cards.
public protocol ExportDataSource: Sendable {
    /// The next persons of a selection, behind one already given, each with notes, groups and photo: as many as the limit
    /// says, or fewer with large photos.
    func cards(
        of selection: ExportSelection, after: Person.ID?, limit: Int, withPhotos: Bool
    ) async throws -> ExportPage
    /// The groups that any persons are in, or those of the selection, as cards of groups.
    func groups(of selection: ExportSelection) async throws -> [ContactCard]
    func groups(_ ids: [Group.ID]) async throws -> [ContactCard]
}

/// Which persons are given out.
public enum ExportSelection: Hashable, Sendable {
    case everybody
    /// A page of them at a time.
    case persons([Person.ID])
}

public struct ExportPage: Sendable {
    public var cards: [ContactCard]
    /// Photos that are missing or damaged: the card goes out without.
    public var losses: [CardLoss]
    /// The person to go on behind; nil at the end.
    public var last: Person.ID?

    public init(_ cards: [ContactCard], losses: [CardLoss] = [], last: Person.ID?) {
        self.cards = cards
        self.losses = losses
        self.last = last
    }
}
