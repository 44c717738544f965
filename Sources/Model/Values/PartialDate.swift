/// A date with an optional year, month, and day (RFC 6350 §4.3.1), such as `1977-05-25`, `1977-05`, `1977`, `--05-25`,
/// `--05`, or `---25`.
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
        let digits = Array(text.utf8)
        let year: Int?
        let month: Int?
        let day: Int?
        switch digits.map({ $0 == UInt8(ascii: "-") ? "-" : "9" }).joined() {
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
        guard digits.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else {
            return nil
        }
        self.init(year: year, month: month, day: day)
    }

    /// The leap year that Apple writes if a date has no year.
    public static let appleYear = 1604

    /// The date without a year that programs write if a date has none: 0, or 1604 on Apple’s systems.
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

    /// Returns the complete date. A date without a year is completed to the last such day up to the given day.
    /// - Returns: The date, or `nil` if the month or day is missing.
    public func completed(upTo last: CivilDate) -> CivilDate? {
        let days = [year ?? last.year, year ?? last.year - 1].compactMap {
            PartialDate(year: $0, month: month, day: day).flatMap(CivilDate.init)
        }
        return days.first { year != nil || $0 <= last }
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
