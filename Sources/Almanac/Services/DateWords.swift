import Localization
import Model

/// Dates as people say them: `25 May 1977 · 49 years, in 12 days`.
enum DateWords {
    private static var phrases: DatePhrases { .current }

    static func words(_ date: CivilDate) -> String {
        phrases.isISO ? date.description : "\(date.day) \(phrases.months[date.month - 1]) \(date.year)"
    }

    /// `21 Nov 2026`.
    static func shortWords(_ date: CivilDate) -> String {
        phrases.isISO ? date.description : "\(date.day) \(phrases.shortMonths[date.month - 1]) \(date.year)"
    }

    static func words(for date: PartialDate, on today: CivilDate) -> String {
        [words(date), age(date, on: today)].compactMap { $0 }.joined(separator: " · ")
    }

    private static func words(_ date: PartialDate) -> String {
        if phrases.isISO { return date.description }
        if let day = date.day, date.month == nil { return phrases.dayAlone(day).localized }
        let month = date.month.map { phrases.months[$0 - 1] }
        return [date.day.map(String.init), month, date.year.map(String.init)].compactMap { $0 }.joined(separator: " ")
    }

    /// How long ago it was and how soon it comes round again; 29 February comes on 1 March in a common year.
    private static func age(_ date: PartialDate, on today: CivilDate) -> String? {
        guard let next = date.next(from: today) else { return nil }
        let days = next.daysSince1970 - today.daysSince1970
        let when = days == 0 ? phrases.today : days == 1 ? phrases.tomorrow : days <= 60 ? phrases.soon(days) : nil
        let years = date.year.map { next.year - $0 - (days == 0 ? 0 : 1) }.flatMap { $0 >= 0 ? phrases.age($0) : nil }
        let parts = [years, when].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ").localized
    }
}
