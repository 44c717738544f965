import Model

/// Takes contacts and catalogues of planets into the store. Errors are `RecordProblem` or `StoreProblem`, or what the
/// streams throw.
///
/// It is no protocol of Model's, as the others are, since it speaks of cards.
public protocol ImportDataSource: Sendable {
    /// All contacts of all streams, in one step or not at all.
    func take(_ streams: [ContactStream], by plan: ImportPlan) async throws -> ImportReport
    /// All bodies of all catalogues, in one step or not at all: each is found by its name or an alias, what its row says of it
    /// goes in place of what is there, and what somebody has changed by hand stays.
    func take(_ catalogues: [CatalogueStream], by plan: CataloguePlan) async throws -> CatalogueReport
}

/// How catalogues are taken in.
public struct CataloguePlan: Sendable {
    /// Given each row that could not be read, and the header of its file.
    public var reject: @Sendable (_ row: RejectedRow, _ header: [UInt8]) throws -> Void = { _, _ in }
    /// Told how many rows were taken, and how many there are about.
    public var progress: @Sendable (_ done: Int, _ total: Int?) -> Void = { _, _ in }

    public init() {}
}

/// How contacts are taken in.
public struct ImportPlan: Sendable {
    /// What becomes of somebody who is here already, or may be, and of whom the card says something new.
    public enum Known: String, Sendable, CaseIterable {
        /// The person stays as it is.
        case skip
        /// The person gets what the card says beside what is there. Where both have a single value, a newer card of the
        /// person wins, one that only may be the person's does not.
        case merge
        /// The card becomes a person of its own.
        case keepBoth = "keep-both"
    }

    /// Nil to change nobody and only find out; then nothing is kept unless all are new or the same.
    public var known: Known?
    /// Given each card that could not be read.
    public var reject: @Sendable (RejectedCard) throws -> Void = { _ in }
    /// Told how many contacts were taken, and how many there are about.
    public var progress: @Sendable (_ done: Int, _ total: Int?) -> Void = { _, _ in }

    public init(known: Known? = nil) { self.known = known }
}
