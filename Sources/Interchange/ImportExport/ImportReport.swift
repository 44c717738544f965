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

        public init(
            kind: Kind, name: String, place: SourceLocation?, present: RecordReference?, reasons: DuplicateReasons?
        ) {
            self.kind = kind
            self.name = name
            self.place = place
            self.present = present
            self.reasons = reasons
        }
    }

    /// The maximum number of reported cases.
    public static let limit = 100

    public var counts: [Kind: Int] = [:]
    public var cases: [Case] = []
    public var groups = 0
    public var notes = 0
    public var photos = 0
    public var rejections = ImportWarnings()
    public var warnings = ImportWarnings()
    /// Whether nothing was imported because the user has to decide how to handle existing contacts.
    public var isOpen = false

    public init() {}

    public var open: Int { counts[.changed, default: 0] + counts[.inDoubt, default: 0] }
}
