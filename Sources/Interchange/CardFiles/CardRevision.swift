import Model
import Text

/// The time of a card’s last revision in UTC, to the second (property `REV`, RFC 6350 section 6.7.4).
public struct CardRevision: Hashable, Sendable {
    /// The date and optional time, such as `20260131T235959` or `20260131`.
    private let digits: String

    /// Creates a revision from the `REV` property of a card, or returns `nil` if it is missing, invalid, or not in UTC.
    public init?(of lines: [String]) {
        guard let text = ContactCard.revision(in: lines) else { return nil }
        self.init(text)
    }

    public init?(of moment: Timestamp) { self.init(moment.rawValue) }

    /// Creates a revision from text in basic or extended ISO 8601 format. A time without a zone is interpreted as UTC.
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

    /// Returns whether this revision is earlier than another. A revision without a time is neither earlier nor later
    /// than others on the same day.
    public func isBefore(_ other: CardRevision) -> Bool {
        let count = min(digits.count, other.digits.count)
        return digits.prefix(count) < other.digits.prefix(count)
    }
}
