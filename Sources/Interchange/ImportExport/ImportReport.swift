import Model

/// What an import has done, or would do.
public struct ImportReport: Hashable, Sendable {
    /// What a card is to the store.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case new, changed, same
        /// The person may be here under another card.
        case inDoubt
    }

    /// What stands out, the first of it: an import may be of a million cards.
    public struct Case: Hashable, Sendable {
        public let kind: Kind
        public let name: String
        public let place: SourceLocation?
        /// Who is here already.
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

    /// How many cases are told.
    public static let limit = 100

    public var counts: [Kind: Int] = [:]
    /// The first of the changed and doubtful ones.
    public var cases: [Case] = []
    public var groups = 0
    public var notes = 0
    public var photos = 0
    /// Cards, and files of several, that could not be read, with the reason.
    public var rejections = ImportWarnings()
    /// What was not taken at its word in cards that were read.
    public var warnings = ImportWarnings()
    /// Whether nothing was kept, since somebody has to say what becomes of those who are changed or in doubt.
    public var isOpen = false

    public init() {}

    public var open: Int { counts[.changed, default: 0] + counts[.inDoubt, default: 0] }
}
