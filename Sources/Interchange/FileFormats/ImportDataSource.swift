import Localization
import Model

/// A data source that imports contacts and planet catalogs.
///
///     let report = try await store.imports.importContacts(
///         streams, onDuplicate: decisions, reportingTo: ImportListener(), in: context)
public protocol ImportDataSource: Sendable {
    /// Imports the contacts of all streams in one transaction.
    ///
    /// - Parameter decisions: How to handle cards that match existing contacts. Nothing is imported if a decision is
    ///   missing.
    func importContacts(
        _ streams: [ContactStream], onDuplicate decisions: DuplicateDecisions, reportingTo listener: ImportListener,
        in context: CommandContext
    ) async throws -> ImportReport
    /// Imports planet catalogs in one transaction. Planets are matched by name or alias. Fields edited by hand are
    /// kept.
    ///
    /// - Parameter decisions: How to handle rows that may describe an existing planet with another name. Nothing is
    ///   imported if a decision is missing.
    func importCatalogs(
        _ catalogs: [CatalogStream], onDuplicate decisions: DuplicateDecisions, reportingTo listener: ImportListener,
        in context: CommandContext
    ) async throws -> CatalogReport
}

public typealias ContactStream = ItemStream<CardItem>
public typealias CatalogStream = ItemStream<CatalogItem>

/// The callbacks of an import.
public struct ImportListener: Sendable {
    /// A closure that is called for each rejected card or row.
    public var reject: @Sendable (RejectedItem) throws -> Void = { _ in }
    /// A closure that is called with the number of imported items and the estimated total.
    public var progress: @Sendable (_ done: Int, _ total: Int?) -> Void = { _, _ in }

    public init() {}
}

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
        public let existing: RecordReference?
        /// Whether an earlier card of the same import added the existing contact, which a dry run does not keep.
        public let isAddedByImport: Bool
        public let reasons: DuplicateReasons?
        public let position: CardPosition?
        /// How the card is imported, or `nil` if it is undecided.
        public let decision: DuplicatePolicy?
        /// The effects of a merge, or no effects if the decision is not to merge.
        public let effects: MergeEffects

        public init(
            _ kind: Kind, _ name: String, at place: SourceLocation?, _ position: CardPosition?,
            existing: RecordReference?, _ decision: DuplicatePolicy?, because reasons: DuplicateReasons?,
            _ effects: MergeEffects, isAddedByImport: Bool = false
        ) {
            self.kind = kind
            self.name = name
            self.place = place
            self.existing = existing
            self.isAddedByImport = isAddedByImport
            self.reasons = reasons
            self.position = position
            self.decision = decision
            self.effects = effects
        }
    }

    /// The effects of merging a card into an existing contact.
    public struct MergeEffects: Hashable, Sendable {
        /// The titles of the fields that change, and the names of other properties. For an update from a table, the
        /// titles are followed by both values.
        public var changes: [Message]
        /// The titles of the fields that were changed both in the database and on the card since the previous version
        /// of the card. For a possible duplicate, the titles of the fields with different values.
        public var conflicts: [Message]

        public init(changes: [Message] = [], conflicts: [Message] = []) {
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
    /// The number of matching cards with each decision.
    public private(set) var decisions: [DuplicatePolicy: Int] = [:]
    /// The number of cards that require a decision, by the certainty of the match.
    public private(set) var undecided: [MatchKind: Int] = [:]
    /// The first date whose order of day and month is unknown.
    public var ambiguousDate: String?
    /// The number of cards and rows that were not rejected.
    public var accepted = 0

    public init() {}

    /// Counts a card, and adds its case unless the report already has the maximum number of cases.
    public mutating func add(
        _ kind: MatchKind, _ decision: DuplicatePolicy?, _ newCase: @autoclosure () throws -> Case
    ) rethrows {
        if let decision { decisions[decision, default: 0] += 1 } else { undecided[kind, default: 0] += 1 }
        if cases.count < Self.maximumCases { cases.append(try newCase()) } else { omittedCases += 1 }
    }

    /// Whether nothing was imported, because cards require a decision or the order of day and month in dates is
    /// unknown.
    public var isOpen: Bool { !undecided.isEmpty || ambiguousDate != nil }
}

/// A way to handle imported contacts that match, or may match, existing contacts and have new values.
public enum DuplicatePolicy: String, Sendable, CaseIterable {
    case skip
    /// A merge that adds the new information. If single values differ, the values of a newer card of the same person
    /// take precedence, but those of a possible duplicate do not.
    case merge
    case keepBoth = "keep-both"
}

/// The certainty of a match between an imported card and an existing contact.
public enum MatchKind: String, Sendable, CaseIterable {
    /// Another version of the contact’s card, such as a card with the same UID.
    case changed
    /// A card that may describe the same person.
    case possible
}

/// The decisions about the imported cards that match existing contacts.
public struct DuplicateDecisions: Hashable, Sendable, CustomStringConvertible {
    /// The decision about all cards without a more specific decision, or `nil` if they are undecided.
    public var others: DuplicatePolicy?
    public var kinds: [MatchKind: DuplicatePolicy] = [:]
    public var cards: [CardPosition: DuplicatePolicy] = [:]

    public init(_ others: DuplicatePolicy? = nil) { self.others = others }

    /// Creates decisions from their description, or returns `nil` if the description is invalid.
    public init?(_ text: String) {
        for word in text.split(separator: ",") {
            let parts = word.split(separator: "=", omittingEmptySubsequences: false)
            guard let policy = DuplicatePolicy(rawValue: String(parts[parts.count - 1])) else { return nil }
            switch parts.count {
            case 1: others = policy
            case 2:
                if let kind = MatchKind(rawValue: String(parts[0])) {
                    kinds[kind] = policy
                } else if let card = CardPosition(parts[0]) {
                    cards[card] = policy
                } else {
                    return nil
                }
            default: return nil
            }
        }
    }

    /// The decisions as a value of the option `--on-duplicate`, such as `skip,changed=merge,3=skip`.
    public var description: String {
        let kinds = MatchKind.allCases.compactMap { kind in self.kinds[kind].map { "\(kind.rawValue)=\($0.rawValue)" } }
        let words = cards.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }
        return ([others?.rawValue].compactMap(\.self) + kinds + words).joined(separator: ",")
    }

    public var isEmpty: Bool { others == nil && kinds.isEmpty && cards.isEmpty }

    /// Returns the decision about a card, or `nil` if it is undecided.
    ///
    /// - Parameter isFromSameFile: Whether the matched contact is another card of the same file, with another UID. Such
    ///   cards stay different contacts unless there is a decision about the card or about possible duplicates.
    public func decision(
        on card: CardPosition?, _ kind: MatchKind, isFromSameFile: Bool = false
    ) -> DuplicatePolicy? {
        card.flatMap { cards[$0] } ?? kinds[kind] ?? (isFromSameFile ? others.map { _ in .keepBoth } : others)
    }
}

/// The position of a card or row among all files of an import.
public struct CardPosition: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number of the file, starting at 1.
    public let file: Int
    /// The number of the card or row in the file, starting at 1.
    public let number: Int

    public init(file: Int = 1, number: Int) {
        self.file = file
        self.number = number
    }

    /// Creates a position from text such as `3`, or `2.3` for a card of the second file.
    init?(_ text: Substring) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard (1...2).contains(numbers.count), numbers.allSatisfy({ $0 > 0 }) else { return nil }
        self.init(file: numbers.count == 2 ? numbers[0] : 1, number: numbers[numbers.count - 1])
    }

    public var description: String { file == 1 ? "\(number)" : "\(file).\(number)" }

    public static func < (left: CardPosition, right: CardPosition) -> Bool {
        (left.file, left.number) < (right.file, right.number)
    }
}
