import Localization
import Model

/// The result of an import or its dry run.
public struct ImportReport: Hashable, Sendable {
    /// The relation between a card and the database.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case new, changed, same
        /// A card that may belong to an existing person.
        case possible
        /// A card that was revised before the card of the existing person. It only adds information.
        case older
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
        /// The effects of a merge, or no effects if the decision is not to merge.
        public let effects: MergeEffects

        public init(
            _ kind: Kind, _ name: String, at place: SourceLocation?, _ position: CardPosition?,
            present: RecordReference?, _ decision: DuplicatePolicy?, because reasons: DuplicateReasons?,
            _ effects: MergeEffects
        ) {
            self.kind = kind
            self.name = name
            self.place = place
            self.present = present
            self.reasons = reasons
            self.position = position
            self.decision = decision
            self.effects = effects
        }
    }

    /// The effects of merging a card into an existing contact.
    public struct MergeEffects: Hashable, Sendable {
        /// The titles of the fields that change, and the names of other properties.
        public let changes: [Title]
        /// The titles of the fields that were changed both in the database and on the card since the previous version of
        /// the card, and of those with a different value on a possible duplicate.
        public let conflicts: [Title]

        public init(changes: [Title] = [], conflicts: [Title] = []) {
            self.changes = changes
            self.conflicts = conflicts
        }
    }

    private static let maximumCases = 100

    public var counts: [Kind: Int] = [:]
    public private(set) var cases: [Case] = []
    /// The number of cases beyond the maximum.
    public private(set) var omittedCases = 0
    public var groups = 0
    public var notes = 0
    public var photos = 0
    public var rejections = ImportWarnings()
    public var warnings = ImportWarnings()
    /// The number of cards that require a decision.
    public private(set) var undecided: [MatchKind: Int] = [:]
    /// The number of cards and rows that were not rejected.
    public var accepted = 0

    public init() {}

    /// Adds a case for a card, unless the report already has the maximum number of cases.
    public mutating func add(
        _ kind: MatchKind, _ decision: DuplicatePolicy?, _ newCase: @autoclosure () throws -> Case
    ) rethrows {
        if decision == nil { undecided[kind, default: 0] += 1 }
        if cases.count < Self.maximumCases { cases.append(try newCase()) } else { omittedCases += 1 }
    }

    /// Whether nothing was imported, because cards require a decision.
    public var isOpen: Bool { !undecided.isEmpty }
}
