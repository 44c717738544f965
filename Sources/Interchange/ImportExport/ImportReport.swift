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
        public let position: CardPosition?
        /// How the card is imported, or `nil` if it is undecided.
        public let decision: DuplicatePolicy?
    }

    private static let maximumCases = 100

    public var counts: [Kind: Int] = [:]
    public private(set) var cases: [Case] = []
    public var groups = 0
    public var notes = 0
    public var photos = 0
    public var rejections = ImportWarnings()
    public var warnings = ImportWarnings()
    /// The number of cards that require a decision.
    public private(set) var undecided = 0

    public init() {}

    /// Adds a case for a card, unless the report already has the maximum number of cases.
    public mutating func add(
        _ kind: Kind, _ name: String, at place: SourceLocation?, _ position: CardPosition?, _ present: RecordReference,
        _ decision: DuplicatePolicy?, because reasons: @autoclosure () -> DuplicateReasons?
    ) {
        if decision == nil { undecided += 1 }
        guard cases.count < Self.maximumCases else { return }
        cases.append(
            Case(
                kind: kind, name: name, place: place, present: present, reasons: reasons(), position: position,
                decision: decision))
    }

    /// Whether nothing was imported, because cards require a decision.
    public var isOpen: Bool { undecided > 0 }
}
