import Model

/// The result of a catalog import or its dry run.
public struct CatalogReport: Hashable, Sendable {
    /// The relation between a catalog row and a planet in the database.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case added, changed, same
        /// A planet that is no longer in the catalog but is kept in the database.
        case gone
    }

    /// A planet listed in the report.
    public struct Case: Hashable, Sendable {
        public let kind: Kind
        public let record: RecordReference
        public let place: SourceLocation?
        public let fields: [FieldChange]
        /// The titles of the fields that were kept because they were edited by hand.
        public let kept: [String]
    }

    /// The maximum number of reported cases of each kind.
    public static let limit = 100

    public var counts: [Kind: Int] = [:]
    public var cases: [Case] = []
    /// The number of fields that were kept because they were edited by hand.
    public var kept = 0
    public var rejections = ImportWarnings()
    public var warnings = ImportWarnings()
    /// The number of skipped rows that are not the default solution of a planet.
    public var passed = 0
    /// The number of ignored limits in each column.
    public var limits: [String: Int] = [:]

    public init() {}

    public mutating func add(
        _ kind: Kind, _ record: RecordReference, at place: SourceLocation?, fields: [FieldChange] = [],
        kept titles: [String] = []
    ) {
        counts[kind, default: 0] += 1
        kept += titles.count
        guard kind != .same || !titles.isEmpty, cases.count(where: { $0.kind == kind }) < Self.limit else { return }
        cases.append(Case(kind: kind, record: record, place: place, fields: fields, kept: titles))
    }
}
