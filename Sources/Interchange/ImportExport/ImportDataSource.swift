import Model

/// A data source that imports contacts and planet catalogs.
public protocol ImportDataSource: Sendable {
    /// Imports all contacts of all streams in one transaction.
    ///
    /// - Parameter known: How to handle existing contacts. `nil` imports nothing if some contacts need a decision.
    func importContacts(
        _ streams: [ContactStream], onDuplicate known: OnDuplicate?, telling listener: ImportListener,
        in context: CommandContext
    ) async throws -> ImportReport
    /// Imports planet catalogs in one transaction. Planets are found by name or alias; fields edited by hand are kept.
    func importCatalogs(
        _ catalogs: [CatalogStream], telling listener: ImportListener, in context: CommandContext
    ) async throws -> CatalogReport
}

public typealias ContactStream = ItemStream<CardItem>
public typealias CatalogStream = ItemStream<CatalogItem>

/// How to handle contacts that already exist, or may exist, and have new information.
public enum OnDuplicate: String, Sendable, CaseIterable {
    case skip
    /// Adds the new information. If both have a single value, a newer card of the same person wins; a possible
    /// duplicate does not.
    case merge
    case keepBoth = "keep-both"
}

/// The callbacks of an import.
public struct ImportListener: Sendable {
    /// Called for each rejected card or row.
    public var reject: @Sendable (RejectedItem) throws -> Void = { _ in }
    /// Called with the number of imported items and the estimated total.
    public var progress: @Sendable (_ done: Int, _ total: Int?) -> Void = { _, _ in }

    public init() {}
}
