import Interchange
import Model
import Testing

@Suite("Due contacts as iCalendar events, and reminders on cards")
struct ContactCalendarTests {
    private func person(_ contact: String?, _ last: String?) -> Record<Person> {
        var person = Person()
        (person.name.given, person.name.family) = ("Leia", "Organa; A")
        (person.contact, person.lastContact) = (contact.flatMap { TimeSpan($0) }, last.flatMap { CivilDate($0) })
        let time = Timestamp(rawValue: "2026-11-21T03:18:00.250Z")
        return Record(
            id: Person.ID(rawValue: 7), uuid: "0a1b", created: time, modified: time, version: 1, content: person)
    }

    private func lines(_ contact: String?, _ last: String?) throws -> [String] {
        var calendar = CalendarWriter("Contacts")
        calendar.add(person(contact, last), today: try #require(CivilDate("2026-11-21")))
        return String(decoding: calendar.finished(), as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    @Test(
        arguments: [
            ("1h", "1h"), ("24h", "1d"), ("25 hours", "25h"), ("2d", "2d"), ("1 hour", "1h"), ("1w", "7d"),
            ("366d", "366d"),
            ("367d", nil), ("8784h", "366d"), ("8785h", nil), ("1m", nil), ("h", nil), ("", nil), ("-1h", nil),
            ("1x", nil),
            ("0d", "0d"), ("12", "12d"),
        ] as [(String, String?)])
    func `An alarm is a number of hours, days, or weeks up to 366 days`(text: String, alarm: String?) {
        #expect(CalendarAlarm(text)?.description == alarm)
    }

    @Test func `A due contact becomes an event on the due date`() throws {
        #expect(
            try lines("30d", "2026-11-01") == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Almanac//Contacts//EN", "CALSCALE:GREGORIAN",
                "BEGIN:VEVENT", "UID:contact-0a1b", "DTSTAMP:20261121T031800Z", "DTSTART;VALUE=DATE:20261201",
                "SUMMARY:Contact Leia Organa\\; A", "DESCRIPTION:Last contact: 2026-11-01.", "CATEGORIES:CONTACT",
                "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR",
            ])
    }

    @Test func `An overdue contact gets an event today, and a person without an interval gets none`() throws {
        #expect(try lines("30d", "2026-01-01").contains("DTSTART;VALUE=DATE:20261121"))
        let never = try lines("30d", nil)
        #expect(never.contains("DTSTART;VALUE=DATE:20261121") && !never.contains { $0.hasPrefix("DESCRIPTION") })
        #expect(!(try lines(nil, "2026-01-01")).contains("BEGIN:VEVENT"))
    }

    @Test(arguments: [CardVersion.v30, .v40])
    func `A reminder changes neither a card nor its revision`(version: CardVersion) {
        var card = ContactCard()
        card.person = person(nil, nil).content
        card.person.card =
            ["BEGIN:VCARD", "VERSION:\(version.rawValue)", "FN:Leia Organa\\; A", "N:Organa\\; A;Leia;;;"]
            + ["REV:20200101T000000Z", "X-A:b", "END:VCARD"]
        card.revised = Timestamp(rawValue: "2026-11-21T03:18:00.250Z")
        var reminded = card
        (reminded.person.contact, reminded.person.lastContact) = (TimeSpan("30d"), CivilDate("2026-11-21"))
        #expect(VCard(reminded, otherwise: version).textLines == VCard(card, otherwise: version).textLines)
        #expect(VCard(card, otherwise: version).textLines == card.person.card)
    }
}

@Suite("Occasions as iCalendar events")
struct OccasionCalendarTests {
    private func lines(_ name: String, _ date: String, _ kind: Occasion.Kind = .birthday) throws -> [String] {
        var calendar = CalendarWriter("Birthdays")
        calendar.add(
            Occasion(
                Occasion.ID(kind, of: Person.ID(rawValue: 7)), name: name, date: try #require(PartialDate(date)),
                uuid: "0a1b", modified: Timestamp(rawValue: "2026-11-21T03:18:00.250Z")))
        let text = String(decoding: calendar.finished(), as: UTF8.self)
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
        let unfolded = lines.dropFirst().reduce(lines[0]) { text, line in
            // A folded line can begin with a character that combines with the blank.
            line.utf8.first == 0x20 ? text + String(line.unicodeScalars.dropFirst()) : "\(text)\r\n\(line)"
        }
        #expect(unfolded.contains("SUMMARY:a\\nBEGIN:X\\;\\,\\\\\u{202E}" + String(repeating: "é👩‍👩‍👧", count: 20) + "’s"))
        let long = try self.lines("a" + String(repeating: "\u{301}", count: 200), "1977-05-25")
        #expect(long.allSatisfy { $0.utf8.count <= 75 })
    }
}
