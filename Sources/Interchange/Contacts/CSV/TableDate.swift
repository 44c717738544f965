import Model

/// A date as tables have them: `1977-05-25`, `--05-25`, `5/25/1977`, `25.5.1977`.
public enum TableDate: Hashable, Sendable {
    /// What comes first of `3/4/1977`.
    public enum Order: String, Hashable, Sendable { case dmy, mdy }

    /// Outlook's way to say that there is none.
    case none
    case date(PartialDate)
    /// Day and month may stand in either order: only the rest of the column tells.
    case either(Int, Int, year: Int)
    case noDate

    init(_ text: String) {
        let text = text.trimmed
        self =
            if ["0/0/00", "0.0.00"].contains(text) { .none } else if let date = PartialDate(text) { .date(date) } else {
                Self.numbers(in: text) ?? .noDate
            }
    }

    /// With points the day comes first everywhere.
    private static func numbers(in text: String) -> TableDate? {
        for separator in ["/", ".", "-"] as [Character] {
            let words = text.split(separator: separator, omittingEmptySubsequences: false)
            let parts = words.compactMap { Int($0) }
            guard words.count == 3, parts.count == 3 else { continue }
            let date: PartialDate?
            if words[0].count == 4 {
                date = PartialDate(year: parts[0], month: parts[1], day: parts[2])
            } else if words[2].count == 4 {
                if separator != ".", (1...12).contains(parts[0]), (1...12).contains(parts[1]), parts[0] != parts[1] {
                    return .either(parts[0], parts[1], year: parts[2])
                }
                let isDayFirst = separator == "." || parts[0] > 12
                let (day, month) = isDayFirst ? (parts[0], parts[1]) : (parts[1], parts[0])
                date = PartialDate(year: parts[2], month: month, day: day)
            } else {
                continue
            }
            return date.map { .date($0) }
        }
        return nil
    }

    /// The order that the text proves for its column; nil if it might be in both.
    static func order(provenBy text: String) -> Order? {
        let text = text.trimmed
        for separator in ["/", "-"] as [Character] {
            let words = text.split(separator: separator, omittingEmptySubsequences: false)
            let parts = words.compactMap { Int($0) }
            guard words.count == 3, parts.count == 3, words[2].count == 4, case .date = TableDate(text) else {
                continue
            }
            if parts[0] > 12 { return .dmy }
            if parts[1] > 12 { return .mdy }
        }
        return nil
    }

    /// Nil where there is none, or nobody knows the order.
    func date(in order: Order?) -> PartialDate? {
        switch self {
        case .none, .noDate: return nil
        case .date(let date): return date
        case .either(let first, let second, let year):
            guard let order else { return nil }
            let (day, month) = order == .dmy ? (first, second) : (second, first)
            return PartialDate(year: year, month: month, day: day)
        }
    }
}
