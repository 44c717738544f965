import Localization

/// A span of days or months, such as `4w`, `1m`, or `2 weeks`.
public struct TimeSpan: Hashable, Sendable, CustomStringConvertible {
    fileprivate let days: Int
    fileprivate let months: Int

    /// Creates a span such as `30` (days), `30d`, `4w`, `1m`, `1y`, or `2 weeks`. Text such as `2027` is a year instead.
    public init?(_ text: String) {
        if DateInput.isYear(text) { return nil }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text[digits.endIndex...].trimmed.lowercased()
        guard let number = Int(digits), let span = TimeSpan(number, unit.isEmpty ? "d" : unit) else { return nil }
        self = span
    }

    /// Creates a span, or returns `nil` if the unit is unknown or the span is negative or longer than about a hundred
    /// years.
    init?(_ number: Int, _ unit: String) {
        switch unit {
        case "d", "day", "days": (days, months) = (number, 0)
        case "w", "week", "weeks": (days, months) = (number &* 7, 0)
        case "m", "month", "months": (days, months) = (0, number)
        case "y", "year", "years": (days, months) = (0, number &* 12)
        default: return nil
        }
        guard (0...36_600).contains(number), days <= 36_600, months <= 1200 else { return nil }
    }

    public var isEmpty: Bool { days == 0 && months == 0 }

    /// The span in the largest unit that divides it, such as `30d`, `2w`, `3m`, or `1y`.
    public var description: String { "\(largest.number)\(largest.unit.prefix(1))" }

    /// The span in words, such as `30 days` or `2 weeks`.
    public var words: Message { Message(largest.number, largest.unit) }

    private var largest: (number: Int, unit: String) {
        if months > 0 { return months.isMultiple(of: 12) ? (months / 12, "year") : (months, "month") }
        return days > 0 && days.isMultiple(of: 7) ? (days / 7, "week") : (days, "day")
    }

    /// The number of days, or `nil` if the span consists of months.
    public var exactDays: Int? { months == 0 ? days : nil }

    /// The length in days. A month is a twelfth of a year of 365 days.
    public var averageDays: Int { days + months * 365 / 12 }

    /// Returns the number of days from a date to the end of the span.
    public func days(from date: CivilDate) -> Int { date.adding(self).daysSince1970 - date.daysSince1970 }
}

extension CivilDate {
    func adding(days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

    /// Returns this date moved by a span. If the resulting month is too short, the result is the last day of that
    /// month.
    public func adding(_ span: TimeSpan, times factor: Int = 1) -> CivilDate {
        let month = year * 12 + self.month - 1 + span.months * factor
        let days = CivilDate.days(inMonth: month % 12 + 1, of: month / 12)
        let date = CivilDate(year: month / 12, month: month % 12 + 1, day: min(day, days)) ?? self
        return date.adding(days: span.days * factor)
    }

    /// Returns the last date before this date that falls on the given day of the week, counted from 0 for Sunday.
    func last(_ weekday: Int) -> CivilDate {
        // 1970-01-01 was a Thursday.
        let today = ((daysSince1970 + 4) % 7 + 7) % 7
        return adding(days: -((today - weekday + 6) % 7 + 1))
    }
}

/// A span of days that repeats every year.
public struct YearlySpan: Hashable, Sendable {
    public let first: CivilDate
    /// The number of days after the first day, or `nil` for a whole year.
    public let days: Int?

    public init(from first: CivilDate, days: Int? = nil) {
        self.first = first
        self.days = days
    }

    /// The days of the span as ranges of months and days, such as `05-25`. There are two ranges if the span crosses the
    /// end of a year.
    public var ranges: [ClosedRange<String>] {
        let start = startKey
        let last = days.flatMap { $0 < 365 ? CivilDate(daysSince1970: first.daysSince1970 + $0) : nil }
        if let last, last.year == first.year { return [start...last.monthAndDay] }
        let restOfYear = start...YearlySpan.end
        guard start > YearlySpan.begin else { return [restOfYear] }
        return [restOfYear, YearlySpan.begin...(last?.monthAndDay ?? dayBeforeStart)]
    }

    private static let begin = "01-01"
    private static let end = "12-31"

    /// The first month and day of the ranges. In common years, March 1 includes the birthdays on February 29.
    private var startKey: String {
        first.month == 3 && first.day == 1 && !CivilDate.isLeap(first.year) ? "02-29" : first.monthAndDay
    }

    private var dayBeforeStart: String {
        guard let start = PartialDate("2000-" + startKey).flatMap({ CivilDate($0) }) else { return YearlySpan.end }
        return CivilDate(daysSince1970: start.daysSince1970 - 1).monthAndDay
    }
}

extension CivilDate {
    fileprivate var monthAndDay: String { "\(month.padded(2))-\(day.padded(2))" }
}
