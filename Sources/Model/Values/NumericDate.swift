/// A date that consists of numbers only, such as `5/25/1977`, `25.5.1977`, or `25.5.`.
public enum NumericDate: Hashable, Sendable {
    /// The order of day and month in `3/4/1977`.
    public enum Order: String, Hashable, Sendable { case dmy, mdy }

    /// An unambiguous date.
    ///
    /// - Parameter proves: The order of day and month, if the date is valid in only one order.
    case date(PartialDate, proves: Order? = nil)
    /// A date with an ambiguous order of day and month.
    case either(Int, Int, year: Int?)

    /// Creates a date from a four-digit year at the beginning or the end, or from a day and a month. If dots separate
    /// the numbers, the day precedes the month.
    public init?(_ text: String) {
        for separator in ["/", ".", "-"] as [Character] {
            var words = text.split(separator: separator, omittingEmptySubsequences: false).map(\.trimmed)
            if separator == ".", words.count == 3, words[2].isEmpty { words.removeLast() }
            let numbers = words.compactMap { $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) : nil }
            guard (2...3).contains(words.count), numbers.count == words.count,
                let date = Self.date(words, numbers, isDayFirst: separator == ".")
            else { continue }
            self = date
            return
        }
        return nil
    }

    private static func date(_ words: [String], _ numbers: [Int], isDayFirst: Bool) -> NumericDate? {
        if numbers.count == 3, words[0].count == 4 { return date(numbers[2], numbers[1], numbers[0]) }
        guard numbers.count == 2 || words[2].count == 4, words[0].count < 3, words[1].count < 3 else { return nil }
        let year = numbers.count == 3 ? numbers[2] : nil
        return isDayFirst ? date(numbers[0], numbers[1], year) : date(numbers[0], or: numbers[1], year)
    }

    private static func date(_ first: Int, or second: Int, _ year: Int?) -> NumericDate? {
        if first > 12 { return date(first, second, year, proves: .dmy) }
        if second > 12 { return date(second, first, year, proves: .mdy) }
        if first == second || min(first, second) < 1 { return date(first, second, year) }
        return .either(first, second, year: year)
    }

    private static func date(_ day: Int, _ month: Int, _ year: Int?, proves order: Order? = nil) -> NumericDate? {
        PartialDate(year: year, month: month, day: day).map { .date($0.withoutPlaceholderYear, proves: order) }
    }

    /// Returns the date, or `nil` if the order of day and month is needed but unknown.
    public func date(in order: Order?) -> PartialDate? {
        switch self {
        case .date(let date, proves: _): return date
        case .either(let first, let second, let year):
            guard let order else { return nil }
            let (day, month) = order == .dmy ? (first, second) : (second, first)
            return PartialDate(year: year, month: month, day: day)?.withoutPlaceholderYear
        }
    }
}
