import Model
import Text

/// When a card was last revised, as its REV says (RFC 6350 section 6.7.4), to the second in UTC.
public struct CardRevision: Hashable, Sendable {
    /// `20260131T235959`, or only the day.
    private let digits: String

    /// Nil where the card of these lines has no REV, or one that is no moment of UTC.
    public init?(of lines: [String]) {
        guard let text = ContactCard.revision(in: lines) else { return nil }
        self.init(text)
    }

    /// Of a card that is written now of what was last changed at a moment.
    public init?(of moment: Timestamp) { self.init(moment.rawValue) }

    /// In the forms of ISO 8601 with dashes and colons or without. A moment without a zone is taken for one of UTC.
    init?(_ text: String) {
        let compact = text.trimmed.uppercased().filter { $0 != "-" && $0 != ":" }
        let parts = compact.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard let day = parts.first, Self.isNumber(day, of: 8) else { return nil }
        guard parts.count == 2 else {
            digits = String(day)
            return
        }
        let time = (parts[1].hasSuffix("Z") ? parts[1].dropLast() : parts[1]).prefix { $0 != "." }
        guard Self.isNumber(time, of: 6), !text.contains("+") else { return nil }
        digits = "\(day)T\(time)"
    }

    private static func isNumber(_ text: Substring, of count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy(\.isASCIIDigit)
    }

    /// Of two on the same day one of which has no time, neither.
    public func isBefore(_ other: CardRevision) -> Bool {
        let count = min(digits.count, other.digits.count)
        return digits.prefix(count) < other.digits.prefix(count)
    }
}
