import Model

/// A data source that imports contacts and planet catalogs.
public protocol ImportDataSource: Sendable {
    /// Imports the contacts of all streams in one transaction.
    ///
    /// - Parameter known: How to handle existing contacts, or `nil` to import nothing if any of them requires a
    ///   decision.
    func importContacts(
        _ streams: [ContactStream], onDuplicate known: DuplicatePolicy?, telling listener: ImportListener,
        in context: CommandContext
    ) async throws -> ImportReport
    /// Imports planet catalogs in one transaction. Planets are matched by name or alias. Fields edited by hand are
    /// kept.
    func importCatalogs(
        _ catalogs: [CatalogStream], telling listener: ImportListener, in context: CommandContext
    ) async throws -> CatalogReport
}

public typealias ContactStream = ItemStream<CardItem>
public typealias CatalogStream = ItemStream<CatalogItem>

/// A way to handle imported contacts that match, or may match, existing contacts and have new values.
public enum DuplicatePolicy: String, Sendable, CaseIterable {
    case skip
    /// A merge that adds the new information. If single values differ, those of a newer card of the same person win,
    /// but not those of a possible duplicate.
    case merge
    case keepBoth = "keep-both"
}

/// The callbacks of an import.
public struct ImportListener: Sendable {
    /// A closure that is called for each rejected card or row.
    public var reject: @Sendable (RejectedItem) throws -> Void = { _ in }
    /// A closure that is called with the number of imported items and the estimated total.
    public var progress: @Sendable (_ done: Int, _ total: Int?) -> Void = { _, _ in }

    public init() {}
}
