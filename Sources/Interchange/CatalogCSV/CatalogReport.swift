import Model

/// What the import of a catalogue has done, or would do.
public struct CatalogReport: Hashable, Sendable {
    /// What a row is to the store, or a body here to the catalogue.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case added, changed, same
        /// It is here from that catalogue, which does not have it any more; it stays.
        case gone
    }

    /// A body that stands out.
    public struct Case: Hashable, Sendable {
        public let kind: Kind
        public let record: RecordReference
        public let place: SourceLocation?
        /// What has changed.
        public let fields: [FieldChange]
        /// The titles of fields that were changed by hand, and therefore stay as they are.
        public let kept: [String]

        public init(
            _ kind: Kind, _ record: RecordReference, at place: SourceLocation?, fields: [FieldChange] = [],
            kept: [String] = []
        ) {
            self.kind = kind
            self.record = record
            self.place = place
            self.fields = fields
            self.kept = kept
        }
    }

    /// How many cases of each kind are told.
    public static let limit = 100

    public var counts: [Kind: Int] = [:]
    public var cases: [Case] = []
    /// How many fields were left as somebody has changed them by hand.
    public var kept = 0
    /// Rows that could not be read, with the reason.
    public var rejections = ImportWarnings()
    /// What was not taken at its word in rows that were read.
    public var warnings = ImportWarnings()
    /// Rows that are one of several solutions for a planet, and not the default one.
    public var passed = 0
    /// How many figures were left out since they are only limits, by column.
    public var limits: [String: Int] = [:]

    public init() {}

    public mutating func add(_ item: Case) {
        counts[item.kind, default: 0] += 1
        kept += item.kept.count
        let told = cases.count { $0.kind == item.kind }
        if item.kind != .same || !item.kept.isEmpty, told < Self.limit { cases.append(item) }
    }
}
