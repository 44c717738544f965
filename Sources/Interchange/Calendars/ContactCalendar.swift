import Model

/// A writer of iCalendar files (RFC 5545) with the dates on which contacts are due.
public struct ContactCalendar: Sendable {
    private var writer = CalendarWriter("Contacts")
    private let today: CivilDate

    /// Creates a calendar.
    ///
    /// - Parameter today: The date of the events of contacts that are overdue.
    public init(today: CivilDate) { self.today = today }

    public mutating func add(_ person: Record<Person>) {
        let date: CivilDate
        switch person.content.nextContact {
        case .due(let due): date = max(due, today)
        case .now: date = today
        case nil: return
        }
        writer.beginEvent("contact-\(person.uuid)", modified: person.modified)
        writer.write("DTSTART;VALUE=DATE:" + PartialDate(date).basicFormat)
        writer.write("SUMMARY:" + CalendarWriter.escape("Contact \(person.title)"))
        if let last = person.lastContact { writer.write("DESCRIPTION:Last contact: \(last).") }
        writer.endEvent(category: "CONTACT")
    }

    public mutating func end() { writer.end() }

    public mutating func drain() -> [UInt8] { writer.drain() }
}
