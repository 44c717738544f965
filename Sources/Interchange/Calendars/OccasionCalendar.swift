import Model

/// A writer of iCalendar files (RFC 5545) with birthdays and anniversaries as yearly events.
public struct OccasionCalendar: Sendable {
    private var writer = CalendarWriter("Birthdays")

    public init() {}

    public mutating func add(_ occasion: Occasion) {
        // Use a leap year if the year is unknown, so that February 29 is valid.
        let year = occasion.date.year.flatMap { $0 > 0 ? $0 : nil } ?? 1972
        guard let month = occasion.date.month, let day = occasion.date.day,
            let first = PartialDate(year: year, month: month, day: day)
        else { return }
        let kind = occasion.id.kind
        writer.beginEvent("\(kind.rawValue)-\(occasion.uuid)", modified: occasion.modified)
        writer.write("DTSTART;VALUE=DATE:" + first.basicFormat)
        writer.write("RRULE:FREQ=YEARLY" + (month == 2 && day == 29 ? Self.leapDay : ""))
        writer.write("SUMMARY:" + CalendarWriter.escape("\(occasion.name)’s \(kind.rawValue)"))
        if let year = occasion.date.year {
            writer.write("DESCRIPTION:\(kind == .birthday ? "Born in" : "Since") \(year).")
        }
        writer.endEvent(category: kind.rawValue.uppercased())
    }

    public mutating func end() { writer.end() }

    public mutating func drain() -> [UInt8] { writer.drain() }

    /// The recurrence rule for occasions on February 29. Day 60 is February 29 in leap years and March 1 in other years
    /// (RFC 5545 section 3.3.10).
    private static let leapDay = ";BYYEARDAY=60"
}
