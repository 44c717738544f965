import Interchange
import Model
import Testing

@Suite("Occasions as iCalendar events")
struct OccasionCalendarTests {
    private func lines(_ name: String, _ date: String, _ kind: Occasion.Kind = .birthday) throws -> [String] {
        var calendar = OccasionCalendar()
        calendar.add(
            Occasion(
                Occasion.ID(kind, of: Person.ID(rawValue: 7)), name: name, date: try #require(PartialDate(date)),
                uuid: "0a1b", modified: Timestamp(rawValue: "2026-11-21T03:18:00.250Z")))
        calendar.end()
        let text = String(decoding: calendar.drain(), as: UTF8.self)
        #expect(text.hasSuffix("END:VCALENDAR\r\n"))
        return text.split(separator: "\r\n").map(String.init)
    }

    @Test func `An occasion becomes a yearly event`() throws {
        #expect(
            try lines("Leia Organa", "1977-05-25") == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Almanac//Birthdays//EN", "CALSCALE:GREGORIAN",
                "BEGIN:VEVENT", "UID:birthday-0a1b", "DTSTAMP:20261121T031800Z", "DTSTART;VALUE=DATE:19770525",
                "RRULE:FREQ=YEARLY", "SUMMARY:Leia Organa’s birthday", "DESCRIPTION:Born in 1977.",
                "CATEGORIES:BIRTHDAY", "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR",
            ])
    }

    @Test(
        "An event for a date without a year has no description, and a February 29 event recurs on day 60 of the year")
    func partialDates() throws {
        let unknown = try lines("Leia", "--05-25", .anniversary)
        #expect(unknown.contains("DTSTART;VALUE=DATE:19720525") && !unknown.contains { $0.hasPrefix("DESCRIPTION") })
        let leap = try lines("Leia", "2000-02-29")
        #expect(leap.contains("DTSTART;VALUE=DATE:20000229") && leap.contains("RRULE:FREQ=YEARLY;BYYEARDAY=60"))
        #expect(!(try lines("Leia", "1977-05")).contains("BEGIN:VEVENT"))
    }

    @Test("A line break in a name cannot start a property, and lines are folded at 75 bytes")
    func hostileNames() throws {
        let name = "a\r\nBEGIN:X;,\\\u{1B}\u{202E}" + String(repeating: "é👩‍👩‍👧", count: 20)
        let lines = try lines(name, "1977-05-25")
        #expect(!lines.contains { $0.hasPrefix("BEGIN:X") })
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        let unfolded = lines.joined(separator: "\r\n").replacing("\r\n ", with: "")
        #expect(unfolded.contains("SUMMARY:a\\nBEGIN:X\\;\\,\\\\\u{202E}" + String(repeating: "é👩‍👩‍👧", count: 20) + "’s"))
        let long = try self.lines("a" + String(repeating: "\u{301}", count: 200), "1977-05-25")
        #expect(long.allSatisfy { $0.utf8.count <= 75 })
    }
}
