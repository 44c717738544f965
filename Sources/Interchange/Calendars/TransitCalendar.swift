import Model

/// A writer of iCalendar files (RFC 5545) with transits of planets as events.
public struct TransitCalendar: Sendable {
    /// A transit as an event.
    public struct Event: Hashable, Sendable {
        /// The planet.
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

    private var writer = CalendarWriter("Transits")

    public init() {}

    public mutating func add(_ event: Event) {
        guard let midpoint = event.midpoint.secondsSince1970 else { return }
        let duration = event.duration ?? 0
        let start = Timestamp(secondsSince1970: Int64(midpoint - duration / 2))
        // The day identifies the transit even if the period is corrected slightly, unless a day has several transits.
        let isAtMostDaily = (event.planet.content.orbitalPeriodDays ?? 0) > 1
        let time = event.midpoint.rawValue.prefix(isAtMostDaily ? 10 : 16)
        writer.beginEvent("transit-\(event.planet.uuid)-\(time)", modified: event.planet.modified)
        writer.write("DTSTART:" + start.basicFormat)
        if duration > 0 { writer.write("DURATION:PT\(duration)S") }
        writer.write("SUMMARY:" + CalendarWriter.escape("Transit of \(event.planet.title)"))
        if !event.description.isEmpty { writer.write("DESCRIPTION:" + CalendarWriter.escape(event.description)) }
        writer.endEvent(category: "TRANSIT")
    }

    public mutating func end() { writer.end() }

    public mutating func drain() -> [UInt8] { writer.drain() }
}
