import Model

/// The result of a catalog import or its dry run.
public struct CatalogReport: Hashable, Sendable {
    /// The relation between a catalog row and a planet in the database.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case added, changed
        /// A planet that is no longer in the catalog but is kept in the database.
        case gone
        /// A planet with only new sources or uncertainties.
        case annotated
        case same
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

    /// The planets that an import added to a smart group or removed from it.
    public struct GroupChange: Hashable, Sendable {
        public let group: RecordReference
        /// The names of the planets.
        public let added: [String]
        public let removed: [String]

        public init(_ group: RecordReference, added: [String], removed: [String]) {
            self.group = group
            self.added = added
            self.removed = removed
        }
    }

    /// The fields that describe values: their sources and uncertainties.
    private static let annotations: Set = ["citation", "source", "uncertainty"]

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
    /// The number of values that differ from the catalog only because the stored value is rounded.
    public var rounded = 0
    /// Whether the files contain only a part of the catalog, so that missing planets are unknown.
    public var isSelection = false
    public var groups: [GroupChange] = []

    public init() {}

    /// Adds a planet with the changes made by its row, if any. Changes to values are listed first.
    public mutating func add(
        _ record: RecordReference, changedBy fields: [FieldChange], at place: SourceLocation, kept titles: [String]
    ) {
        let values = fields.filter { !Self.annotations.contains($0.key) }
        let annotations = fields.filter { Self.annotations.contains($0.key) }
        let kind: Kind = fields.isEmpty ? .same : values.isEmpty ? .annotated : .changed
        add(kind, record, at: place, fields: values + annotations, kept: titles)
    }

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
