import Glibc

/// A date with an optional year, month, and day (RFC 6350 section 4.3.1), such as `1977-05-25`, `1977-05`, `1977`,
/// `--05-25`, `--05`, or `---25`.
public struct PartialDate: Hashable, Sendable, CustomStringConvertible {
    public let year: Int?
    public let month: Int?
    public let day: Int?

    /// Creates a date, or returns `nil` if all parts are missing, if only the month is missing, or if a part is out of
    /// range.
    public init?(year: Int?, month: Int?, day: Int?) {
        guard year != nil || month != nil || day != nil else { return nil }
        if year != nil && day != nil && month == nil { return nil }
        if let year, !(0...9999).contains(year) { return nil }
        if let month, !(1...12).contains(month) { return nil }
        if let day, day < 1 || day > CivilDate.days(inMonth: month ?? 1, of: year ?? 2000) { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates a date from the extended (`1977-05-25`) or basic (`19770525`, `--0525`) format.
    public init?(_ text: String) {
        let year: Int?
        let month: Int?
        let day: Int?
        let shape = text.utf8.map { 0x30...0x39 ~= $0 ? UInt8(ascii: "9") : $0 }
        switch String(decoding: shape, as: UTF8.self) {
        case "9999": (year, month, day) = (Int(text), nil, nil)
        case "9999-99": (year, month, day) = (Int(text.prefix(4)), Int(text.suffix(2)), nil)
        case "9999-99-99":
            (year, month, day) = (Int(text.prefix(4)), Int(text.dropFirst(5).prefix(2)), Int(text.suffix(2)))
        case "99999999":
            (year, month, day) = (Int(text.prefix(4)), Int(text.dropFirst(4).prefix(2)), Int(text.suffix(2)))
        case "--99": (year, month, day) = (nil, Int(text.suffix(2)), nil)
        case "--99-99": (year, month, day) = (nil, Int(text.dropFirst(2).prefix(2)), Int(text.suffix(2)))
        case "--9999": (year, month, day) = (nil, Int(text.dropFirst(2).prefix(2)), Int(text.suffix(2)))
        case "---99": (year, month, day) = (nil, nil, Int(text.suffix(2)))
        default: return nil
        }
        self.init(year: year, month: month, day: day)
    }

    /// The leap year that Apple writes if a date has no year.
    public static let appleYear = 1604

    /// The date without the placeholder year that programs write if a date has no year: 0, or 1604 on Apple’s systems.
    public var withoutPlaceholderYear: PartialDate {
        guard let year, [0, Self.appleYear].contains(year) else { return self }
        return PartialDate(year: nil, month: month, day: day) ?? self
    }

    /// Creates a complete date.
    public init(_ date: CivilDate) { (year, month, day) = (date.year, date.month, date.day) }

    public var description: String {
        switch (year, month, day) {
        case (let year?, let month?, let day?): "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
        case (let year?, let month?, nil): "\(year.padded(4))-\(month.padded(2))"
        case (let year?, nil, _): year.padded(4)
        case (nil, let month?, let day?): "--\(month.padded(2))-\(day.padded(2))"
        case (nil, let month?, nil): "--\(month.padded(2))"
        case (nil, nil, let day): "---\((day ?? 0).padded(2))"
        }
    }

    /// Returns the complete date. A missing year becomes the latest year that makes the date no later than the given
    /// day.
    /// - Returns: The date, or `nil` if the month or day is missing.
    public func completed(upTo last: CivilDate) -> CivilDate? {
        guard year == nil else { return CivilDate(self) }
        guard let month, let day else { return nil }
        // Up to seven consecutive years are without February 29, such as 1897 to 1903.
        let days = (0...8).lazy.compactMap { CivilDate(year: last.year - $0, month: month, day: day) }
        return days.first { $0 <= last }
    }

    /// Returns the first anniversary on or after the given day. In common years, the anniversary of February 29 is
    /// March 1.
    /// - Returns: The anniversary, or `nil` if the month or day is missing or the anniversary precedes the date itself.
    public func next(from first: CivilDate) -> CivilDate? {
        let next = [first.year, first.year + 1].lazy.compactMap { day(in: $0) }.first { $0 >= first }
        guard let next, next.year >= year ?? next.year else { return nil }
        return next
    }

    private func day(in year: Int) -> CivilDate? {
        guard let month, let day else { return nil }
        return CivilDate(year: year, month: month, day: day) ?? CivilDate(year: year, month: month + 1, day: 1)
    }
}

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

/// A time in UTC, in ISO 8601 format with milliseconds: `2026-11-21T03:18:00.000Z`. The strings sort chronologically.
public struct Timestamp: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(secondsSince1970: Int64, milliseconds: Int = 0) {
        let days = Int(secondsSince1970 / 86_400) - (secondsSince1970 % 86_400 < 0 ? 1 : 0)
        let second = Int(secondsSince1970 - Int64(days) * 86_400)
        let date = CivilDate(daysSince1970: days)
        let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(2) }.joined(separator: ":")
        self.init(rawValue: "\(date)T\(time).\(milliseconds.padded(3))Z")
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.rawValue < right.rawValue }

    /// Whether the raw value is a valid timestamp in this format.
    public var isWellFormed: Bool {
        let shape = rawValue.utf8.map { 0x30...0x39 ~= $0 ? UInt8(ascii: "0") : $0 }
        guard shape.elementsEqual("0000-00-00T00:00:00.000Z".utf8), day != nil else { return false }
        let time = rawValue.dropFirst(11).prefix(8).split(separator: ":")
        return zip(time, ["23", "59", "59"]).allSatisfy { $0 <= $1 }
    }

    /// The whole seconds since 1970-01-01 00:00 UTC, or `nil` if the raw value is invalid.
    public var secondsSince1970: Int? {
        guard isWellFormed, let day else { return nil }
        let time = rawValue.dropFirst(11).prefix(8).split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
        return day.daysSince1970 * 86_400 + time
    }

    /// The day in UTC, or `nil` if the raw value is invalid.
    public var day: CivilDate? {
        guard case .some(let date) = PartialDate(String(rawValue.prefix(10))) else { return nil }
        return CivilDate(date)
    }
}

extension Int {
    /// Returns the number with leading zeros up to the given width.
    func padded(_ width: Int) -> String {
        let digits = String(magnitude)
        return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
