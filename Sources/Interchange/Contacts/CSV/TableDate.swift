import Model

/// Dates as tables have them: `1977-05-25`, `--05-25`, `5/25/1977` (the month first unless it cannot be), `25.5.1977`.
enum TableDate {
    static func date(_ text: String) -> PartialDate? {
        let text = text.trimmed
        if let date = PartialDate(text) { return date }
        for (separator, isDayFirst) in [("/", false), (".", true), ("-", true)] as [(Character, Bool)] {
            let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 3, let first = parts[0], let second = parts[1], let third = parts[2],
                text.split(separator: separator)[2].count == 4 || text.split(separator: separator)[0].count == 4
            else { continue }
            if first > 31 { return PartialDate(year: first, month: second, day: third) }
            let (day, month) = isDayFirst || first > 12 ? (first, second) : (second, first)
            return PartialDate(year: third, month: month, day: day)
        }
        return nil
    }

    /// Outlook's way to say that there is none.
    static func isNone(_ text: String) -> Bool { ["0/0/00", "0.0.00"].contains(text.trimmed) }
}
