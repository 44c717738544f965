import Localization
import Model
import Navigation

/// The current date and local time.
public struct Clock: Sendable {
    public let today: @Sendable () -> CivilDate
    /// A function that returns the offset of local time from UTC at a time. Both are in seconds. The time is counted
    /// from 1970.
    public let offset: @Sendable (Int) -> Int

    public init(offset: @escaping @Sendable (Int) -> Int = { _ in 0 }, today: @escaping @Sendable () -> CivilDate) {
        self.offset = offset
        self.today = today
    }

    /// Returns a time in words, such as `today 18:03` or `20 Nov 2026 18:03`.
    func words(_ time: Timestamp) -> String {
        guard let (day, minute) = local(time) else { return time.rawValue }
        let today: Message = "today"
        let isToday = day == self.today() && !DatePhrases.current.isISO
        let date = isToday ? today.localized : DateWords.shortWords(day)
        return "\(date) \(Clock.twoDigits(minute / 60)):\(Clock.twoDigits(minute % 60))"
    }

    /// Returns the local date of a time.
    func day(_ time: Timestamp) -> CivilDate { local(time)?.day ?? today() }

    /// Parses a date or a date and time, such as `2026-11-20T18:00`. A date without a time means the end of that day. A
    /// time without `Z` or an offset such as `+02:00` is local.
    func time(_ text: String) throws(CommandProblem) -> Timestamp {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard let day = parts.first.flatMap({ PartialDate(String($0)) }).flatMap(CivilDate.init), parts.count <= 2
        else {
            throw .notATime(text)
        }
        let midnight = day.daysSince1970 * 86_400
        guard parts.count == 2 else {
            let last = midnight + 86_399
            return Timestamp(secondsSince1970: Int64(moments(last).last ?? last), milliseconds: 999)
        }
        guard let (time, offset) = Clock.zoned(parts[1]), let within = Clock.milliseconds(time) else {
            throw .notATime(text)
        }
        let seconds = midnight + within / 1000
        let moment = offset.map { seconds - $0 } ?? moments(seconds).first ?? seconds
        return Timestamp(secondsSince1970: Int64(moment), milliseconds: within % 1000)
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

    /// Returns the times at which local clocks show a given time. There are two if clocks are set back. A time that is
    /// skipped when clocks are set forward is interpreted with the earlier offset.
    private func moments(_ local: Int) -> [Int] {
        let guesses = [local - offset(local - 86_400), local - offset(local + 86_400)]
        let right = Set(guesses.filter { $0 + offset($0) == local }).sorted()
        return right.isEmpty ? [guesses[0]] : right
    }

    /// Splits text into a time and an offset in seconds. Offsets have a form such as `Z`, `+02`, `+02:00`, or `-0530`.
    private static func zoned(_ text: Substring) -> (time: Substring, offset: Int?)? {
        if text.hasSuffix("Z") { return (text.dropLast(), 0) }
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (text, nil) }
        let zone = text[sign...].dropFirst()
        let minutes = zone.utf8.count == 5 && zone.dropFirst(2).first == ":" ? zone.dropFirst(3) : zone.dropFirst(2)
        guard let hour = number(zone.prefix(2), below: 24),
            let minute = minutes.isEmpty && zone.utf8.count == 2 ? 0 : number(minutes, below: 60)
        else { return nil }
        return (text[..<sign], (text[sign] == "-" ? -60 : 60) * (hour * 60 + minute))
    }

    /// Parses a time of day such as `18:00`, `18:00:30`, or `18:00:30.250`.
    ///
    /// - Returns: The milliseconds since midnight, or `nil` if the text is invalid.
    private static func milliseconds(_ text: some StringProtocol) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = number(parts[0], below: 24),
            let minute = number(parts[1], below: 60)
        else { return nil }
        let fraction = parts.count == 3 ? parts[2].split(separator: ".", omittingEmptySubsequences: false) : ["00"]
        guard let second = number(fraction[0], below: 60), fraction.count <= 2 else { return nil }
        guard let rest = fraction.count == 1 ? 0 : number(fraction[1], digits: 3, below: 1000) else { return nil }
        return ((hour * 60 + minute) * 60 + second) * 1000 + rest
    }

    private static func number(_ text: some StringProtocol, digits: Int = 2, below limit: Int) -> Int? {
        let isNumber = text.utf8.count == digits && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard isNumber, let number = Int(text), number < limit else { return nil }
        return number
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
