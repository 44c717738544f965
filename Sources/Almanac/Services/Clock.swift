import Model

/// What day it is, and how local time reads.
public struct Clock: Sendable {
    public let today: @Sendable () -> CivilDate
    /// How many seconds local time is ahead of UTC at a moment, in seconds since 1970.
    public let offset: @Sendable (Int) -> Int

    public init(offset: @escaping @Sendable (Int) -> Int = { _ in 0 }, today: @escaping @Sendable () -> CivilDate) {
        self.offset = offset
        self.today = today
    }

    /// A moment as people here say it: `today 18:03`, `20 Nov 2026 18:03`.
    func words(_ time: Timestamp) -> String {
        guard let (day, minute) = local(time) else { return time.rawValue }
        let date = day == today() ? "today" : DateWords.shortWords(day)
        return "\(date) \(Clock.twoDigits(minute / 60)):\(Clock.twoDigits(minute % 60))"
    }

    /// The day it was here.
    func day(_ time: Timestamp) -> CivilDate { local(time)?.day ?? today() }

    /// Reads a day, which means its end, or a day and a time (`2026-11-20T18:00`), both local; with a `Z` behind it, UTC.
    func time(_ text: String) throws(CommandProblem) -> Timestamp {
        let isUTC = text.hasSuffix("Z")
        let parts = (isUTC ? text.dropLast() : text[...]).split(separator: "T", omittingEmptySubsequences: false)
        guard let day = parts.first.flatMap({ PartialDate(String($0)) }).flatMap(CivilDate.init), parts.count <= 2,
            parts.count == 2 || !isUTC, let within = parts.count == 2 ? Clock.milliseconds(parts[1]) : Clock.lastOfDay
        else { throw .notATime(text) }
        let seconds = day.daysSince1970 * 86_400 + within / 1000
        return Timestamp(secondsSince1970: Int64(isUTC ? seconds : utc(seconds)), milliseconds: within % 1000)
    }

    // MARK: - Between local time and UTC

    private func local(_ time: Timestamp) -> (day: CivilDate, minute: Int)? {
        guard let day = time.day, let within = Clock.milliseconds(time.rawValue.dropFirst(11).dropLast()) else {
            return nil
        }
        let utc = day.daysSince1970 * 86_400 + within / 1000
        let local = utc + offset(utc)
        let second = (local % 86_400 + 86_400) % 86_400
        return (CivilDate(daysSince1970: (local - second) / 86_400), second / 60)
    }

    /// Where the clock is turned back the first of the two moments is meant.
    private func utc(_ local: Int) -> Int {
        let guess = local - offset(local)
        return local - offset(guess)
    }

    private static let lastOfDay: Int? = 86_399_999

    /// Reads `18:00`, `18:00:30` or `18:00:30.250`.
    private static func milliseconds(_ text: some StringProtocol) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = number(parts[0], below: 24),
            let minute = number(parts[1], below: 60)
        else { return nil }
        let fraction = parts.count == 3 ? parts[2].split(separator: ".", omittingEmptySubsequences: false) : ["00"]
        guard let second = number(fraction[0], below: 60), fraction.count <= 2 else { return nil }
        guard let rest = fraction.count == 1 ? 0 : fraction[1].count == 3 ? Int(fraction[1]) : nil, rest >= 0 else {
            return nil
        }
        return ((hour * 60 + minute) * 60 + second) * 1000 + rest
    }

    private static func number(_ digits: some StringProtocol, below limit: Int) -> Int? {
        guard digits.utf8.count == 2, let number = Int(digits), (0..<limit).contains(number) else { return nil }
        return number
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
