import Text

/// A date in a common written format: `1980-05-06`, `6 May`, `May 6, 1980`, `31.12.1980`, `12/31/1980`, `yesterday`,
/// `friday`, `last friday`, or `2 weeks ago`.
public enum DateInput: Hashable, Sendable {
    case date(PartialDate)
    /// A date such as 5/6/1980, if the order of day and month is unknown.
    case either(dayFirst: PartialDate, monthFirst: PartialDate)

    /// Creates a date from text.
    ///
    /// - Parameters:
    ///   - mayBeRelative: Whether dates such as `yesterday` are valid.
    ///   - mayHaveTime: Whether a time of day, which is ignored, can follow a date with a day.
    public init?(
        _ text: String, mayBeRelative: Bool = true, mayHaveTime: Bool = false, in conventions: Conventions = .current
    ) {
        let text = text.trimmed
        if let date = PartialDate(text) {
            self = .date(date.withoutPlaceholderYear)
        } else if let numbers = NumericDate(text) {
            guard let date = DateInput(numbers, in: conventions.region?.dateOrder) else { return nil }
            self = date
        } else if mayBeRelative, let day = Self.relative(text.lowercased(), to: conventions) {
            self = .date(day)
        } else if let date = Self.date(withMonthIn: text.lowercased(), conventions.months) {
            self = .date(date)
        } else if mayHaveTime, let day = Self.day(beforeTimeIn: text),
            let date = DateInput(day, mayBeRelative: false, in: conventions), date.hasDay
        {
            self = date
        } else {
            return nil
        }
    }

    private var hasDay: Bool { if case .date(let date) = self { date.day != nil } else { true } }

    private init?(_ numbers: NumericDate, in order: NumericDate.Order?) {
        if let date = numbers.date(in: order) {
            self = .date(date)
        } else if let dayFirst = numbers.date(in: .dmy), let monthFirst = numbers.date(in: .mdy) {
            self = .either(dayFirst: dayFirst, monthFirst: monthFirst)
        } else {
            return nil
        }
    }

    // MARK: - Dates with a time of day

    /// Splits text such as `2026-11-20T18:00`, `19801124 1030`, `12/31/1980 9:00 AM`, or `yesterday 18:00` into a date
    /// and a time of day. The hour, if any, is valid; the rest of the time is not checked. The time is `nil` if there
    /// is none.
    public static func dayAndTime(_ text: String) -> (day: Substring, time: Substring?) {
        var previous: UInt8 = 0
        for place in text.utf8.indices {
            let byte = text.utf8[place]
            if byte == 0x20 || byte == UInt8(ascii: "T") && previous.isASCIIDigit {
                let time = text[text.utf8.index(after: place)...]
                if isTime(time, after: text[..<place]) { return (text[..<place], time) }
            }
            previous = byte
        }
        return (text[...], nil)
    }

    /// Returns the date in text that consists of a date and a time of day, optionally with a time zone or `AM` or `PM`.
    /// Returns `nil` for other text.
    public static func day(beforeTimeIn text: String) -> String? {
        let (day, time) = dayAndTime(text)
        guard let time, isTimeOfDay(time), PartialDate(String(day)).map({ $0.day != nil }) != false else { return nil }
        return String(day)
    }

    /// Returns whether the text is a time of day, optionally with a time zone or `AM` or `PM`: `10:30`, `103000Z`,
    /// `9:00 AM`, `10:30 CEST`, or `10:30:00.5+02:00`.
    private static func isTimeOfDay(_ text: Substring) -> Bool {
        let clock = text.prefix { $0.isASCII && $0.isNumber || ":.,".contains($0) }
        let suffix = text[clock.endIndex...].trimmed.lowercased()
        var numbers = clock.split { ":.,".contains($0) }
        if !clock.contains(":"), let digits = numbers.first, digits.count.isMultiple(of: 2) {
            numbers = stride(from: 0, to: digits.count, by: 2).map { digits.dropFirst($0).prefix(2) }
        }
        let ends = suffix == "am" || suffix == "pm" ? [13, 60, 61] : [24, 60, 61]
        let isClock = zip(numbers, ends).allSatisfy { $0.count <= 2 && Int($0).map { [end = $1] in $0 < end } == true }
        guard isClock, !numbers.isEmpty else { return false }
        let isOffset = "+-".contains(suffix.first ?? " ") && suffix.dropFirst().allSatisfy { $0.isNumber || $0 == ":" }
        let isZoneName = (3...4).contains(suffix.count) && suffix.allSatisfy(\.isLetter) && clock.contains(":")
        return isOffset || isZoneName || ["", "z", "am", "pm"].contains(suffix)
    }

    /// Returns whether the text begins with an hour and a colon. After a date in the format of ``PartialDate``, an
    /// hour, a hyphen in place of the hour, or nothing is sufficient.
    private static func isTime(_ text: Substring, after day: Substring) -> Bool {
        let digits = text.utf8.prefix(2).prefix(while: \.isASCIIDigit)
        let hasHour = Int(Substring(digits)).map { $0 < 24 } == true
        if hasHour, text.utf8.dropFirst(digits.count).first == UInt8(ascii: ":") { return true }
        let isHour = hasHour && digits.count == 2 || text.isEmpty || text.utf8.first == UInt8(ascii: "-")
        return isHour && PartialDate(String(day)) != nil
    }

    // MARK: - Dates with the name of a month

    private static func date(withMonthIn text: String, _ localMonths: [[String]]) -> PartialDate? {
        let words = text.split { $0.isWhitespace || ",.-/".contains($0) }.map(String.init).filter { $0 != "of" }
        var month: Int?
        var numbers: [(value: Int, isYear: Bool)] = []
        for word in words {
            if let number = number(word) {
                numbers.append(number)
            } else if month == nil, let named = Self.month(word, localMonths) {
                month = named
            } else {
                return nil
            }
        }
        let (years, days) = (numbers.filter(\.isYear), numbers.filter { !$0.isYear })
        guard let month, years.count <= 1, days.count <= 1 else { return nil }
        return PartialDate(year: years.first?.value, month: month, day: days.first?.value)?.withoutPlaceholderYear
    }

    /// Returns the number in text such as `1980`, `6`, or `6th`, and whether its four digits make it a year. Returns
    /// `nil` for other text.
    private static func number(_ word: String) -> (value: Int, isYear: Bool)? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard let value = Int(digits), ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) else {
            return nil
        }
        return (value, digits.count == 4)
    }

    private static func month(_ word: String, _ localMonths: [[String]]) -> Int? {
        let english = englishMonths.firstIndex { $0 == word || word.count >= 3 && $0.hasPrefix(word) }
        let local = { localMonths.firstIndex { $0.contains { $0.lowercased().filter { $0 != "." } == word } } }
        return (english ?? local()).map { $0 + 1 }
    }

    private static let englishMonths = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    // MARK: - Dates relative to today

    private static func relative(_ text: String, to conventions: Conventions) -> PartialDate? {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let day: CivilDate?
        switch (words.first, words.count) {
        case ("today", 1): day = conventions.today()
        case ("yesterday", 1): day = conventions.today().adding(days: -1)
        case ("tomorrow", 1): day = conventions.today().adding(days: 1)
        case (_, 1): day = weekday(words[0]).map { conventions.today().last($0) }
        case ("last", 2):
            day =
                weekday(words[1]).map { conventions.today().last($0) }
                ?? TimeSpan(1, words[1]).map { conventions.today().adding($0, times: -1) }
        case ("in", 3): day = span(words[1], words[2]).map { conventions.today().adding($0) }
        case (_, 3) where words[2] == "ago":
            day = span(words[0], words[1]).map { conventions.today().adding($0, times: -1) }
        default: return nil
        }
        return day.map { PartialDate($0) }
    }

    /// Returns the day that text refers to: the end of a period that starts today, such as `2w`, the next occurrence of
    /// a weekday or a day of the year, or a full date itself. Today counts as an occurrence, except in text such as
    /// “next Friday”. A year such as `1980` is neither a day nor a number of days.
    public static func comingDay(_ text: String, in conventions: Conventions = .current) -> CivilDate? {
        let today = conventions.today()
        if let span = TimeSpan(text) { return today.adding(span) }
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        if let word = words.last, words.count == 1 || words.first == "next" && words.count == 2,
            let weekday = weekday(word)
        {
            let day = today.last(weekday).adding(days: 7)
            return day == today && words.count == 2 ? day.adding(days: 7) : day
        }
        guard case .date(let date)? = DateInput(text, in: conventions) else { return nil }
        return date.year == nil ? date.next(from: today) : CivilDate(date)
    }

    /// Returns whether the text is a year of four digits, which could also mean a number of days.
    public static func isYear(_ text: String) -> Bool {
        let text = text.trimmed
        return text.utf8.count == 4 && PartialDate(text) != nil
    }

    private static func span(_ number: String, _ unit: String) -> TimeSpan? {
        (["a", "an", "one"].contains(number) ? 1 : Int(number)).flatMap { TimeSpan($0, unit) }
    }

    /// Returns the day of the week, counted from 0 for Sunday.
    private static func weekday(_ word: String) -> Int? {
        let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
        return names.firstIndex { $0 == word || word.count >= 3 && $0.hasPrefix(word) }
    }
}

/// A date that consists of numbers only, such as `5/25/1977`, `25.5.1977`, or `25.5.`.
public enum NumericDate: Hashable, Sendable {
    /// The order of day and month in `3/4/1977`. If the year comes first, the month precedes the day.
    public enum Order: String, Hashable, Sendable, CaseIterable { case dmy, mdy, ymd }

    /// An unambiguous date.
    ///
    /// - Parameter proves: The order of day and month, if the date is valid in only one order.
    case date(PartialDate, proves: Order? = nil)
    /// A date with an ambiguous order of day and month.
    case either(Int, Int, year: Int?)

    /// Creates a date from three numbers with a four-digit year at the beginning or the end, or from a day and a month.
    /// If dots separate the numbers, the day precedes the month.
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

    /// Returns the date, or `nil` if it is ambiguous and the order of day and month is unknown.
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
