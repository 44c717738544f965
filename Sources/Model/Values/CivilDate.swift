import Glibc

/// A day in the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let year: Int
    public let month: Int
    public let day: Int

    /// Creates a date, or returns `nil` if the day does not exist.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= CivilDate.days(inMonth: month, of: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    public init?(_ date: PartialDate) {
        guard let year = date.year, let month = date.month, let day = date.day else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Creates a date from a complete date in ISO 8601 format.
    public init?(_ text: String) {
        guard let date = PartialDate(text) else { return nil }
        self.init(date)
    }

    public init(daysSince1970 days: Int) {
        var seconds = time_t(days) * 86_400
        var parts = tm()
        gmtime_r(&seconds, &parts)
        (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    }

    public var daysSince1970: Int {
        var parts = tm()
        parts.tm_year = Int32(clamping: year - 1900)
        (parts.tm_mon, parts.tm_mday) = (Int32(month - 1), Int32(day))
        return timegm(&parts) / 86_400
    }

    public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    public var description: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }
}
