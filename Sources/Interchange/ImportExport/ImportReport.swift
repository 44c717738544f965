import Model

/// The result of an import or its dry run.
public struct ImportReport: Hashable, Sendable {
    /// The relation between a card and the database.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case new, changed, same
        /// A card that may belong to an existing person.
        case inDoubt
    }

    public struct Case: Hashable, Sendable {
        public let kind: Kind
        public let name: String
        public let place: SourceLocation?
        public let present: RecordReference?
        public let reasons: DuplicateReasons?
    }

    private static let maximumCases = 100

    public var counts: [Kind: Int] = [:]
    public private(set) var cases: [Case] = []
    public var groups = 0
    public var notes = 0
    public var photos = 0
    public var rejections = ImportWarnings()
    public var warnings = ImportWarnings()
    /// Whether nothing was imported because the user has to decide how to handle existing contacts.
    public var isOpen = false

    public init() {}

    /// Adds a case for a card, unless the report already has the maximum number of cases.
    public mutating func add(
        _ kind: Kind, _ name: String, at place: SourceLocation?, _ present: RecordReference,
        because reasons: @autoclosure () -> DuplicateReasons?
    ) {
        guard cases.count < Self.maximumCases else { return }
        cases.append(Case(kind: kind, name: name, place: place, present: present, reasons: reasons()))
    }

    public var open: Int { counts[.changed, default: 0] + counts[.inDoubt, default: 0] }
}
