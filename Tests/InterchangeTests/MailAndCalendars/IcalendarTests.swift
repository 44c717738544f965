import Interchange
import Model
import Testing

/// The Python library icalendar, an independent reader of calendars.
private enum Icalendar {
    static let python: String? = ["python3", "/usr/bin/python3"].first {
        Vobject.output(of: $0, "import icalendar; print('yes')", "") == "yes\n"
    }

    /// A Python program that prints properties of the calendar and of each event and alarm, with the errors found.
    static let program = """
        import icalendar, sys
        calendar = icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read())
        print(calendar['VERSION'], calendar['PRODID'], calendar.errors)
        for event in calendar.walk('VEVENT'):
            print(event['UID'], event['DTSTART'].dt, event['SUMMARY'], event['RRULE'].to_ical().decode(), event.errors)
            for alarm in event.walk('VALARM'):
                print(alarm['ACTION'], alarm['TRIGGER'].dt, alarm['DESCRIPTION'], alarm.errors)
        """
}

@Suite("Reading calendars with Python’s icalendar and vobject")
struct IcalendarTests {
    private func calendar(_ alarm: CalendarAlarm?) throws -> [UInt8] {
        var calendar = CalendarWriter("Birthdays", alarm: alarm)
        let birthdays = [
            ("Leia Organa, A; B", "1977-05-25"), ("Han\nSolo", "--02-29"),
            (String(repeating: "é", count: 60), "2000-02-29"),
        ]
        for (number, (name, date)) in birthdays.enumerated() {
            calendar.add(
                Occasion(
                    Occasion.ID(.birthday, of: Person.ID(rawValue: Int64(number + 1))), name: name,
                    date: try #require(PartialDate(date)), uuid: "uuid-\(number)",
                    modified: Timestamp(rawValue: "2026-11-21T03:18:00.250Z")))
        }
        return calendar.finished()
    }

    @Test(.enabled(if: Icalendar.python != nil, "Python cannot import icalendar"))
    func `icalendar reads the events and their alarms`() throws {
        let read = try Vobject.withFile(try calendar(CalendarAlarm("1d"))) {
            Vobject.output(of: Icalendar.python ?? "", Icalendar.program, $0)
        }
        let long = String(repeating: "é", count: 60)
        #expect(
            read == """
                2.0 -//Almanac//Birthdays//EN []
                birthday-uuid-0 1977-05-25 Leia Organa, A; B’s birthday FREQ=YEARLY []
                DISPLAY -1 day, 0:00:00 Leia Organa, A; B’s birthday []
                birthday-uuid-1 1972-02-29 Han
                Solo’s birthday FREQ=YEARLY;BYYEARDAY=60 []
                DISPLAY -1 day, 0:00:00 Han
                Solo’s birthday []
                birthday-uuid-2 2000-02-29 \(long)’s birthday FREQ=YEARLY;BYYEARDAY=60 []
                DISPLAY -1 day, 0:00:00 \(long)’s birthday []

                """)
    }

    @Test(.enabled(if: Icalendar.python != nil, "Python cannot import icalendar"))
    func `icalendar reads the reminders of entries that are not done, with the persons in the summary`() throws {
        let today = try #require(CivilDate("2026-11-21"))
        var calendar = CalendarWriter("Reminders", alarm: CalendarAlarm("1d"))
        let entries =
            [
                ("Call\nabout, the; plans\r\nBEGIN:X", "2026-12-01", nil), ("Late", "2026-01-01", false),
                ("Done", "2026-12-01", true), (String(repeating: "é", count: 100), "2026-12-02", nil),
                ("None", nil, nil),
            ] as [(String, String?, Bool?)]
        for (number, (text, reminder, isDone)) in entries.enumerated() {
            var note = Note()
            (note.text, note.reminder, note.isDone) = (text, reminder.flatMap { CivilDate($0) }, isDone)
            let time = Timestamp(rawValue: "2026-11-21T03:18:00.250Z")
            var entry = Record(
                id: Note.ID(rawValue: Int64(number + 1)), uuid: "uuid-\(number)", created: time, modified: time,
                version: 1, content: note)
            if number == 0 {
                entry.links.subject = RecordReference(id: Person.ID(rawValue: 1).recordID, name: "Leia Organa")
                entry.links.persons = [RecordReference(id: Person.ID(rawValue: 2).recordID, name: "Han, Solo")]
            }
            calendar.add(entry, today: today)
        }
        let program = """
            import icalendar, sys
            calendar = icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read())
            for event in calendar.walk('VEVENT'):
                print([str(event[key]) for key in ('UID', 'SUMMARY', 'CATEGORIES') if key != 'CATEGORIES'])
                print(event['DTSTART'].dt, [str(event.get('DESCRIPTION'))], event.errors)
                print(*[alarm['TRIGGER'].dt for alarm in event.walk('VALARM')])
            """
        let bytes = calendar.finished()
        let read = try Vobject.withFile(bytes) { Vobject.output(of: Icalendar.python ?? "", program, $0) }
        let long = String(repeating: "é", count: 100)
        #expect(
            read == """
                ['reminder-uuid-0', 'Leia Organa, Han, Solo: Call']
                2026-12-01 ['Call\\nabout, the; plans\\nBEGIN:X'] []
                -1 day, 0:00:00
                ['reminder-uuid-1', 'Late']
                2026-11-21 ['None'] []
                -1 day, 0:00:00
                ['reminder-uuid-3', '\(long)']
                2026-12-02 ['None'] []
                -1 day, 0:00:00

                """)
        #expect(String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    }

    @Test(.enabled(if: Vobject.python != nil, "Python cannot import vobject"))
    func `vobject accepts the calendar, and a birthday on February 29 recurs every year`() throws {
        let program = """
            import vobject, sys, itertools
            calendar = vobject.readOne(open(sys.argv[1], encoding='utf-8', newline=''))
            print(calendar.validate(raiseException=True))
            days = itertools.islice(calendar.vevent_list[2].rruleset, 5)
            print(*[str(day)[:10] for day in days], calendar.vevent_list[0].valarm.trigger.value)
            """
        let read = try Vobject.withFile(try calendar(CalendarAlarm("15h"))) {
            Vobject.output(of: Vobject.python ?? "", program, $0)
        }
        #expect(read == "True\n2000-02-29 2001-03-01 2002-03-01 2003-03-01 2004-02-29 -1 day, 9:00:00\n")
    }

    @Test(arguments: [
        ("1d", "-P1D"), ("0d", "-P0D"), ("2w", "-P14D"), ("15h", "-PT15H"), ("48h", "-P2D"), ("2 days", "-P2D"),
        ("3", "-P3D"),
    ])
    func `The time of an alarm is written as a duration before the event`(text: String, trigger: String) throws {
        let alarm = try #require(CalendarAlarm(text))
        let text = String(decoding: try calendar(alarm), as: UTF8.self)
        #expect(text.ranges(of: "\r\nTRIGGER:\(trigger)\r\n").count == 3)
        #expect(!String(decoding: try calendar(nil), as: UTF8.self).contains("VALARM"))
    }

    @Test(arguments: ["", "1m", "1y", "-1d", "1x", "h", "99999999999999999999h", "9000h", "1.5d"])
    func `Invalid alarm times are rejected`(text: String) {
        #expect(CalendarAlarm(text) == nil)
    }
}
