import Model

/// An alarm before each event of a calendar (RFC 5545 section 3.6.6), such as `1d` or `15h`.
public struct CalendarAlarm: Hashable, Sendable, CustomStringConvertible {
    private let hours: Int

    /// Creates an alarm from a number of hours, days, or weeks, or returns `nil` for any other text and for more than
    /// 366 days.
    public init?(_ text: String) {
        let unit = text.drop { $0.isASCII && $0.isNumber }.trimmed.lowercased()
        if ["h", "hour", "hours"].contains(unit) {
            guard let number = Int(text.prefix { $0.isNumber }), number <= Self.maximumHours else { return nil }
            hours = number
        } else {
            // The length of a month depends on the date.
            guard let days = TimeSpan(text)?.exactDays, days * 24 <= Self.maximumHours else { return nil }
            hours = days * 24
        }
    }

    private static let maximumHours = 366 * 24

    public var description: String { hours.isMultiple(of: 24) ? "\(hours / 24)d" : "\(hours)h" }

    /// The duration before the beginning of an event (RFC 5545 section 3.3.6).
    var trigger: String { hours.isMultiple(of: 24) ? "-P\(hours / 24)D" : "-PT\(hours)H" }
}

/// A writer of iCalendar files (RFC 5545).
public struct CalendarWriter: Sendable {
    private(set) var bytes: [UInt8] = []
    private let alarm: CalendarAlarm?
    private var summary = ""

    /// Begins a calendar.
    ///
    /// - Parameters:
    ///   - content: The name of the content in the product identifier, such as `Birthdays`.
    ///   - alarm: The alarm of each event, or `nil` for none.
    public init(_ content: String, alarm: CalendarAlarm? = nil) {
        self.alarm = alarm
        for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Almanac//\(content)//EN", "CALSCALE:GREGORIAN"] {
            write(line)
        }
    }

    /// Ends the calendar and returns its text.
    public mutating func finished() -> [UInt8] {
        write("END:VCALENDAR")
        return bytes
    }

    private mutating func beginEvent(_ uid: String, modified: Timestamp) {
        let modified = modified.isWellFormed ? modified : Timestamp(secondsSince1970: 0)
        write("BEGIN:VEVENT")
        write("UID:" + Self.escape(uid))
        write("DTSTAMP:" + modified.basicFormat)
    }

    private mutating func write(summary: String) {
        self.summary = Self.escape(summary)
        write("SUMMARY:" + self.summary)
    }

    private mutating func endEvent(category: String) {
        write("CATEGORIES:" + category)
        write("TRANSP:TRANSPARENT")
        if let alarm {
            for line in ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:" + alarm.trigger, "DESCRIPTION:" + summary] {
                write(line)
            }
            write("END:VALARM")
        }
        write("END:VEVENT")
    }

    /// Escapes a TEXT value (RFC 5545 section 3.3.11) and removes control characters other than tabs and line feeds.
    private static func escape(_ text: String) -> String {
        let scalars = text.withoutCarriageReturns.unicodeScalars.filter { scalar in
            scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
        }
        return VCardEscaping(version: .v40).escaped(String(String.UnicodeScalarView(scalars)))
    }

    /// Writes a line, folded like a line of a vCard (RFC 5545 section 3.1).
    mutating func write(_ line: String) {
        var folder = LineFolder(.v40)
        folder.append(Array(line.utf8), to: &bytes)
    }
}

// MARK: - Birthdays and anniversaries

extension CalendarWriter {
    /// Writes a birthday or an anniversary as a yearly event.
    public mutating func add(_ occasion: Occasion) {
        // Use a leap year if the year is unknown, so that February 29 is valid.
        let year = occasion.date.year.flatMap { $0 > 0 ? $0 : nil } ?? 1972
        guard let month = occasion.date.month, let day = occasion.date.day,
            let first = PartialDate(year: year, month: month, day: day)
        else { return }
        let kind = occasion.id.kind
        beginEvent("\(kind.rawValue)-\(occasion.uuid)", modified: occasion.modified)
        write("DTSTART;VALUE=DATE:" + first.basicFormat)
        write("RRULE:FREQ=YEARLY" + (month == 2 && day == 29 ? Self.leapDay : ""))
        write(summary: "\(occasion.name)’s \(kind.rawValue)")
        if let year = occasion.date.year {
            write("DESCRIPTION:\(kind == .birthday ? "Born in" : "Since") \(year).")
        }
        endEvent(category: kind.rawValue.uppercased())
    }

    /// The recurrence rule for occasions on February 29. Day 60 is February 29 in leap years and March 1 in other years
    /// (RFC 5545 section 3.3.10).
    private static let leapDay = ";BYYEARDAY=60"
}

// MARK: - Contacts and reminders

extension CalendarWriter {
    /// Writes the date on which the next contact with a person is due.
    ///
    /// - Parameter today: The date of an overdue event.
    public mutating func add(_ person: Record<Person>, today: CivilDate) {
        let date: CivilDate
        switch person.content.nextContact {
        case .due(let due): date = due
        case .now: date = today
        case nil: return
        }
        begin("contact-\(person.uuid)", modified: person.modified, due: max(date, today))
        write(summary: "Contact \(person.title)")
        if let last = person.lastContact { write("DESCRIPTION:Last contact: \(last).") }
        endEvent(category: "CONTACT")
    }

    /// Writes the reminder of a journal entry.
    ///
    /// - Parameter today: The date of an overdue event.
    public mutating func add(_ entry: Record<Note>, today: CivilDate) {
        guard let reminder = entry.content.due else { return }
        begin("reminder-\(entry.uuid)", modified: entry.modified, due: max(reminder, today))
        let names = ([entry.links.subject].compactMap(\.self) + entry.links.persons).map(\.name)
        write(summary: names.isEmpty ? entry.title : "\(names.joined(separator: ", ")): \(entry.title)")
        if !entry.text.isEmpty, entry.text != entry.title { write("DESCRIPTION:" + Self.escape(entry.text)) }
        endEvent(category: "REMINDER")
    }

    private mutating func begin(_ uid: String, modified: Timestamp, due: CivilDate) {
        beginEvent(uid, modified: modified)
        write("DTSTART;VALUE=DATE:" + PartialDate(due).basicFormat)
    }
}

// MARK: - Transits

/// A transit of a planet as an event.
public struct TransitEvent: Hashable, Sendable {
    public let planet: Record<Planet>
    public let midpoint: Timestamp
    /// The duration in seconds, or `nil` if it is unknown.
    public let duration: Int?
    /// A description of the sky at the midpoint; may be empty.
    public let description: String

    public init(_ planet: Record<Planet>, midpoint: Timestamp, duration: Int?, description: String) {
        self.planet = planet
        self.midpoint = midpoint
        self.duration = duration
        self.description = description
    }
}

extension CalendarWriter {
    public mutating func add(_ event: TransitEvent) {
        guard let midpoint = event.midpoint.secondsSince1970 else { return }
        let duration = event.duration ?? 0
        let start = Timestamp(secondsSince1970: Int64(midpoint - duration / 2))
        // The day identifies the transit even if the period is corrected slightly, unless a day has several transits.
        let isAtMostDaily = (event.planet.content.orbitalPeriodDays ?? 0) > 1
        let time = event.midpoint.rawValue.prefix(isAtMostDaily ? 10 : 16)
        beginEvent("transit-\(event.planet.uuid)-\(time)", modified: event.planet.modified)
        write("DTSTART:" + start.basicFormat)
        if duration > 0 { write("DURATION:PT\(duration)S") }
        write(summary: "Transit of \(event.planet.title)")
        if !event.description.isEmpty { write("DESCRIPTION:" + Self.escape(event.description)) }
        endEvent(category: "TRANSIT")
    }
}
