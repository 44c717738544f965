import Localization
import Model

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

    /// Returns a phrase such as `49 years, in 12 days`. It includes the days until the next anniversary if there are at
    /// most 60. In common years, a birthday on 29 February is observed on 1 March.
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

/// The words used in human-readable dates. Output for programs always uses ISO 8601.
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
