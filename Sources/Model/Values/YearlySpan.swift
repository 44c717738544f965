/// Days as they come round from one on, by month and day as dates write them: `05-25`.
public struct YearlySpan: Hashable, Sendable {
    public let first: CivilDate
    /// How many days it goes on behind the first; nil for once round.
    public let days: Int?

    public init(from first: CivilDate, days: Int? = nil) {
        self.first = first
        self.days = days
    }

    /// One range, or two where a new year begins between them; none of them meets the other.
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

    /// Who was born on 29 February has the day on 1 March of a common year.
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
