import Localization

/// The words that dates are told in, in one table; only people are told dates in words, programs always get ISO 8601.
public struct DatePhrases: Hashable, Sendable {
    /// Twelve, from January on.
    public let months: [String]
    public let shortMonths: [String]
    /// Whether people too are told dates in figures.
    public let isISO: Bool

    public init(months: [String], shortMonths: [String], isISO: Bool = false) {
        self.months = months
        self.shortMonths = shortMonths
        self.isISO = isISO
    }

    /// Those of this run.
    @TaskLocal public static var current = DatePhrases.english

    public static let english = DatePhrases(
        months: englishMonths, shortMonths: englishMonths.map { String($0.prefix(3)) })
    public static let iso = DatePhrases(months: englishMonths, shortMonths: englishMonths, isISO: true)

    private static let englishMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    // MARK: - Beside the months

    let today: Message = "today"
    let tomorrow: Message = "tomorrow"
    func soon(_ days: Int) -> Message { "in \(days) days" }
    func age(_ years: Int) -> Message { Message(years, "year") }
    /// Of a date that has nothing but a day.
    func dayAlone(_ day: Int) -> Message { "day \(day)" }
}
