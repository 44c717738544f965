import Model

/// Takes contacts and catalogues of planets into the store. Errors are `RecordProblem` or `StoreProblem`, or what the
/// streams throw.
///
/// It is no protocol of Model's, as the others are, since it speaks of cards.
public protocol ImportDataSource: Sendable {
    /// All contacts of all streams, in one step or not at all.
    /// - Parameter known: Nil to change nobody and only find out; then nothing is kept unless all are new or the same.
    func take(
        _ streams: [ContactStream], onDuplicate known: OnDuplicate?, telling listener: ImportListener,
        in context: CommandContext
    ) async throws -> ImportReport
    /// All bodies of all catalogues, in one step or not at all: each is found by its name or an alias, what its row says of
    /// it goes in place of what is there, and what somebody has changed by hand stays.
    func take(
        _ catalogs: [CatalogStream], telling listener: ImportListener, in context: CommandContext
    ) async throws -> CatalogReport
}

/// The contacts of one source.
public typealias ContactStream = ItemStream<CardItem>
/// The rows of one planet catalog.
public typealias CatalogStream = ItemStream<CatalogItem>

/// What becomes of somebody who is here already, or may be, and of whom the card says something new.
public enum OnDuplicate: String, Sendable, CaseIterable {
    /// The person stays as it is.
    case skip
    /// The person gets what the card says beside what is there. Where both have a single value, a newer card of the
    /// person wins, one that only may be the person's does not.
    case merge
    /// The card becomes a person of its own.
    case keepBoth = "keep-both"
}

/// Who is told while an import goes on.
public struct ImportListener: Sendable {
    /// Given each card or row that could not be taken in.
    public var reject: @Sendable (RejectedItem) throws -> Void = { _ in }
    /// Told how many were taken, and how many there are about.
    public var progress: @Sendable (_ done: Int, _ total: Int?) -> Void = { _, _ in }

    public init() {}
}
