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
