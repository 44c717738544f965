import Model

/// Dates as cards write them.
enum CardDate {
    /// The year that Apple writes where there is none; it was a leap year.
    static let appleYear = 1604

    /// The date of a date, or of a date and a time; nil for text, and for what is no day.
    static func date(of text: String, omittedYear: String?) -> PartialDate? {
        guard let (day, time) = parts(of: text), isTime(time), let date = PartialDate(day), date.year != 0 else {
            return nil
        }
        let omitted = omittedYear.flatMap { Int($0) } ?? appleYear
        if let year = date.year, year == omitted, date.month != nil {
            return PartialDate(year: nil, month: date.month, day: date.day)
        }
        return date
    }

    private static func parts(of text: String) -> (day: String, time: Substring)? {
        let bytes = text.utf8
        guard let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: "T") || $0 == 0x20 }) else { return (text, "") }
        return (String(text[..<mark]), text[text.index(after: mark)...])
    }

    /// Nothing, or hours of a day with whatever is after them.
    private static func isTime(_ time: Substring) -> Bool {
        guard !time.isEmpty else { return true }
        let digits = time.utf8.prefix(2)
        if digits.first == UInt8(ascii: "-") { return true }
        guard digits.count == 2, let hour = Int(time.prefix(2)) else { return false }
        return hour < 24
    }
}
