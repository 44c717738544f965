import Localization
import Model
import Navigation

/// A source of the current date and local time.
public struct Clock: Sendable {
    public let today: @Sendable () -> CivilDate
    /// A function that returns the offset of local time from UTC in seconds at a time given in seconds since 1970.
    public let offset: @Sendable (Int) -> Int
    /// A function that returns the current time in seconds since 1970.
    let now: @Sendable () -> Int

    /// Creates a clock. By default, local time is UTC, and the time is noon of the current day.
    public init(
        offset: @escaping @Sendable (Int) -> Int = { _ in 0 }, now: (@Sendable () -> Int)? = nil,
        today: @escaping @Sendable () -> CivilDate
    ) {
        self.offset = offset
        self.now = now ?? { today().daysSince1970 * 86_400 + 43_200 }
        self.today = today
    }

    /// Returns a time in words, such as `today 18:03` or `20 Nov 2026 18:03`.
    func words(_ time: Timestamp) -> String {
        guard let (day, minute) = local(time) else { return time.rawValue }
        let today: Message = "today"
        let isToday = day == self.today() && !DatePhrases.current.isISO
        let date = isToday ? today.localized : DateText.shortWords(day)
        return "\(date) \(Clock.twoDigits(minute / 60)):\(Clock.twoDigits(minute % 60))"
    }

    /// Returns the local time of day at a time in seconds since 1970, such as `18:03`, rounded to the minute.
    func timeOfDay(_ seconds: Int) -> String {
        let rounded = Timestamp(secondsSince1970: Int64(seconds + 30))
        guard let minute = local(rounded)?.minute else { return "" }
        return "\(Clock.twoDigits(minute / 60)):\(Clock.twoDigits(minute % 60))"
    }

    /// Returns the seconds since 1970 at the beginning of a local day.
    func start(of day: CivilDate) -> Int {
        let midnight = day.daysSince1970 * 86_400
        return moments(midnight).first ?? midnight
    }

    func day(_ time: Timestamp) -> CivilDate { local(time)?.day ?? today() }

    /// Parses a date or a date and time, such as `2026-11-20T18:00`, `20 Nov 2026 18:00`, or `2 weeks ago`. A date
    /// without a time means the end of that day. A time without `Z` or an offset such as `+02:00` is local.
    func time(_ text: String) throws(CommandProblem) -> Timestamp { try time(text, isEnd: true) }

    /// Parses a date or time like ``time(_:)``, but a date without a time means the beginning of that day.
    func beginning(of text: String) throws(CommandProblem) -> Timestamp { try time(text, isEnd: false) }

    private func time(_ text: String, isEnd: Bool) throws(CommandProblem) -> Timestamp {
        let parts = DateInput.dayAndTime(text)
        let day = try day(parts.day, of: text, acceptsTime: true)
        let midnight = day.daysSince1970 * 86_400
        guard let time = parts.time else {
            let second = isEnd ? midnight + 86_399 : midnight
            let moment = isEnd ? moments(second).last : moments(second).first
            return Timestamp(secondsSince1970: Int64(moment ?? second), milliseconds: isEnd ? 999 : 0)
        }
        guard let (within, offset) = Clock.timeOfDay(time) else { throw .notATime(text) }
        let seconds = midnight + within / 1000
        let moment = offset.map { seconds - $0 } ?? moments(seconds).first ?? seconds
        return Timestamp(secondsSince1970: Int64(moment), milliseconds: within % 1000)
    }

    /// Parses a date that is not in the future, such as `2026-11-20`, `20 Nov`, or `yesterday`.
    func pastDay(_ text: String) throws(CommandProblem) -> CivilDate {
        let day = try day(text[...], of: text)
        guard day <= today() else {
            throw .notHere("The date “\(text)” is in the future.", next: "Use a date up to today.")
        }
        return day
    }

    /// Parses a date in the past or the future. A date without a year means the most recent such day.
    func anyDay(_ text: String) throws(CommandProblem) -> CivilDate { try day(text[...], of: text) }

    /// Parses the day of a reminder: a period from today, such as `2w`, or a date or weekday from today on.
    func reminderDay(_ text: String) throws(CommandProblem) -> CivilDate {
        if DateInput.isYear(text) {
            throw .yearOrDays(text, next: "Use \(text)d for days, or a full date such as 2027-05-25.")
        }
        let day = if let day = DateInput.comingDay(text, in: conventions) { day } else { try day(text[...], of: text) }
        guard day >= today() else {
            throw .notHere(
                "The date “\(text)” is in the past.", next: "Use a date from today on, or a period such as 2w.")
        }
        return day
    }

    private var conventions: Conventions {
        var conventions = Conventions.current
        conventions.today = today
        return conventions
    }

    /// Returns the day of a typed date. A date without a year means the most recent such day.
    private func day(
        _ text: Substring, of time: String, acceptsTime: Bool = false
    ) throws(CommandProblem) -> CivilDate {
        switch DateInput(String(text), in: conventions) {
        case .either(let first, let second): throw .ambiguousTime(time, [first.description, second.description])
        case .date(let date): if let day = date.completed(upTo: today()) { return day }
        case nil: break
        }
        throw acceptsTime ? .notATime(time) : .notADay(time)
    }

    // MARK: - Conversion between local time and UTC

    private func local(_ time: Timestamp) -> (day: CivilDate, minute: Int)? {
        guard let utc = time.secondsSince1970 else { return nil }
        let local = utc + offset(utc)
        let localSecond = (local % 86_400 + 86_400) % 86_400
        return (CivilDate(daysSince1970: (local - localSecond) / 86_400), localSecond / 60)
    }

    /// Returns the times at which local clocks show a given time. There are two such times if clocks are set back. A
    /// time that is skipped when clocks are set forward is interpreted with the earlier offset.
    private func moments(_ local: Int) -> [Int] {
        let guesses = [local - offset(local - 86_400), local - offset(local + 86_400)]
        let right = Set(guesses.filter { $0 + offset($0) == local }).sorted()
        return right.isEmpty ? [guesses[0]] : right
    }

    /// Parses a time of day with an optional offset, such as `18:00`, `18:00:30.250Z`, `18:00+02:00`, or `18:00-0530`.
    ///
    /// - Returns: The milliseconds since midnight and the offset in seconds, if any, or `nil` if the text is invalid.
    private static func timeOfDay(_ text: Substring) -> (milliseconds: Int, offset: Int?)? {
        let pattern = /(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{3}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?/.asciiOnlyDigits()
        guard let match = text.wholeMatch(of: pattern)?.output, let hour = Int(match.1), let minute = Int(match.2),
            let second = Int(match.3 ?? "0"), let rest = Int(match.4 ?? "0"),
            let zoneHour = Int(match.6 ?? "0"), let zoneMinute = Int(match.7 ?? "0"),
            max(hour, zoneHour) < 24, max(minute, second, zoneMinute) < 60
        else { return nil }
        let offset = (zoneHour * 60 + zoneMinute) * (match.5 == "-" ? -60 : 60)
        let hasOffset = match.5 != nil || text.hasSuffix("Z")
        return (((hour * 60 + minute) * 60 + second) * 1000 + rest, hasOffset ? offset : nil)
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

/// A formatter for dates in words, such as `25 May 1977 · 49 years, in 12 days`.
enum DateText {
    private static var phrases: DatePhrases { .current }

    static func words(_ date: CivilDate) -> String {
        phrases.isISO ? date.description : "\(date.day) \(phrases.months[date.month - 1]) \(date.year)"
    }

    /// Returns a date in a short form such as `21 Nov 2026`.
    static func shortWords(_ date: CivilDate) -> String {
        phrases.isISO ? date.description : "\(date.day) \(phrases.shortMonths[date.month - 1]) \(date.year)"
    }

    static func words(for date: PartialDate, on today: CivilDate) -> String {
        [words(date), age(date, on: today)].compactMap { $0 }.joined(separator: " · ")
    }

    private static func words(_ date: PartialDate) -> String {
        if phrases.isISO { return date.description }
        if let day = date.day, date.month == nil {
            let words: Message = "day \(day)"
            return words.localized
        }
        let month = date.month.map { phrases.months[$0 - 1] }
        return [date.day.map(String.init), month, date.year.map(String.init)].compactMap { $0 }.joined(separator: " ")
    }

    /// Returns a phrase such as `49 years, in 12 days`, or `nil` if there is nothing to state. The phrase includes the
    /// days until the next anniversary if there are at most 60. In common years, a birthday on 29 February is observed
    /// on 1 March.
    private static func age(_ date: PartialDate, on today: CivilDate) -> String? {
        guard let next = date.next(from: today) else { return nil }
        let days = next.daysSince1970 - today.daysSince1970
        let when: Message? = days == 0 ? "today" : days == 1 ? "tomorrow" : days <= 60 ? "in \(days) days" : nil
        let age = date.year.map { next.year - $0 - (days == 0 ? 0 : 1) }
        let years = age.flatMap { $0 >= 0 ? Message($0, "year") : nil }
        let parts = [years, when].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ").localized
    }
}

/// The words used in human-readable dates. Machine-readable output always uses ISO 8601.
public struct DatePhrases: Hashable, Sendable {
    /// The names of the months, starting with January.
    public let months: [String]
    public let shortMonths: [String]
    /// Whether human-readable output also uses ISO 8601 dates.
    public let isISO: Bool

    public init(months: [String], shortMonths: [String], isISO: Bool = false) {
        self.months = months
        self.shortMonths = shortMonths
        self.isISO = isISO
    }

    /// The phrases used in this run of the program.
    @TaskLocal public static var current = DatePhrases.english

    public static let english = DatePhrases(
        months: englishMonths, shortMonths: englishMonths.map { String($0.prefix(3)) })
    public static let iso = DatePhrases(months: englishMonths, shortMonths: englishMonths, isISO: true)

    private static let englishMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
