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
        var calendar = ContactCalendar(today: try #require(CivilDate("2026-11-21")))
        calendar.add(person(contact, last))
        calendar.end()
        return String(decoding: calendar.drain(), as: UTF8.self).split(separator: "\r\n").map(String.init)
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

    @Test func `An overdue contact is on the current day, and a person without an interval has no event`() throws {
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
