/// A way to handle imported contacts that match, or may match, existing contacts and have new values.
public enum DuplicatePolicy: String, Sendable, CaseIterable {
    case skip
    /// A merge that adds the new information. If single values differ, those of a newer card of the same person win,
    /// but not those of a possible duplicate.
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

    /// Creates decisions from their description.
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
