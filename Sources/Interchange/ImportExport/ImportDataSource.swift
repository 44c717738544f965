import Model

/// A data source that imports contacts and planet catalogs.
public protocol ImportDataSource: Sendable {
    /// Imports the contacts of all streams in one transaction.
    ///
    /// - Parameter decisions: How to handle cards that match existing contacts. Nothing is imported if a decision is missing.
    func importContacts(
        _ streams: [ContactStream], onDuplicate decisions: DuplicateDecisions, reportingTo listener: ImportListener,
        in context: CommandContext
    ) async throws -> ImportReport
    /// Imports planet catalogs in one transaction. Planets are matched by name or alias. Fields edited by hand are
    /// kept.
    func importCatalogs(
        _ catalogs: [CatalogStream], reportingTo listener: ImportListener, in context: CommandContext
    ) async throws -> CatalogReport
}

public typealias ContactStream = ItemStream<CardItem>
public typealias CatalogStream = ItemStream<CatalogItem>

/// The callbacks of an import.
public struct ImportListener: Sendable {
    /// A closure that is called for each rejected card or row.
    public var reject: @Sendable (RejectedItem) throws -> Void = { _ in }
    /// A closure that is called with the number of imported items and the estimated total.
    public var progress: @Sendable (_ done: Int, _ total: Int?) -> Void = { _, _ in }

    public init() {}
}
