import Model

/// Dates as cards write them.
enum CardDate {
    /// The year that Apple writes where there is none; it was a leap year.
    static let appleYear = 1604

    /// The date of a date, or of a date and a time; nil for text, and for what is no day.
    static func date(of text: String, omittedYear: String?) -> PartialDate? {
        guard let (day, time) = parts(of: text), isTime(time), let date = whole(day) ?? PartialDate(day), date.year != 0
        else { return nil }
        let omitted = omittedYear.flatMap { Int($0) } ?? appleYear
        if let year = date.year, year == omitted, date.month != nil {
            return PartialDate(year: nil, month: date.month, day: date.day)
        }
        return date
    }

    /// What stands behind the date, be it a time of day or not; nil where nothing does.
    static func time(of text: String) -> Substring? {
        guard let time = parts(of: text)?.time, !time.isEmpty else { return nil }
        return time
    }

    /// `1977-05-25` and `19770525`, which are most.
    private static func whole(_ text: String) -> PartialDate? {
        let hasDashes = text.utf8.count == 10
        guard hasDashes || text.utf8.count == 8 else { return nil }
        var number = 0
        for (index, byte) in text.utf8.enumerated() {
            if hasDashes, index == 4 || index == 7, byte == UInt8(ascii: "-") { continue }
            guard 0x30...0x39 ~= byte else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return PartialDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
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
