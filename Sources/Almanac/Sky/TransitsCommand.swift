import Display
import Ephemerides
import Interchange
import Localization
import Model
import Navigation

/// The command that lists the next transits of planets or exports them as a calendar.
struct TransitsCommand: Sendable {
    let planets: any PlanetDataSource
    let favorites: FavoritePlanets
    let places: PlaceReader
    let file: CalendarFile
    let clock: Clock
    let resolver: RecordResolver

    var command: Command {
        Command(
            "transits", .condition(.planet),
            Argument.option("--of", "PLANET", "Show only the transits of a planet", .record(.planet)),
            .place,
            Argument.option("--at", "TIME", "Begin at a time, such as 2026-11-20T18:00", .from(clock)),
            Argument.within("Show only transits within a period, such as 30d, 4w, or 1m", clock),
            .limit,
            .calendar,
            about: "List the next transits of planets in front of their stars",
            examples: [
                "transits", "transits where 'distance:ly < 100' --within 1w", "transits --of trappist-1e",
                "transits --from 50.94,6.96 --ics > transits.ics",
            ],
            details: """
                Without a filter or --of, the list contains your favorite planets. The default period is 30 days. \
                Transits are calculated from the orbital period and the transit midpoint of a planet. The error of \
                their times grows with each orbit since that midpoint. If a place is set, the list also shows the \
                altitude of the star and the light (day, twilight, or night) at the midpoint.
                """
        ) { _, filter, planet, argument, time, days, limit, request in
            let place = try await places.place(argument)
            let start = time?.time.secondsSince1970 ?? clock.now()
            let days = days ?? Self.days
            guard days <= Self.mostDays else {
                throw CommandProblem.notHere("The period is too long.", next: "Use a period of at most 10 years.")
            }
            let span = JulianDate(start)..<JulianDate(start + days * 86_400)
            let bodies = try await bodies(planet, filter)
            var found: [(midpoint: JulianDate, number: Int)] = []
            let count = limit.map { min($0, .max - 1) + 1 } ?? .max
            for (number, body) in bodies.enumerated() {
                found += try body.content.transits(in: span, limit: count).map { ($0, number) }
            }
            try found.sort { first, second in
                try Task.checkCancellation()
                return (first.midpoint, first.number) < (second.midpoint, second.number)
            }
            let transits = found.prefix(limit ?? .max).lazy.map { midpoint, number in
                Transit(planet: bodies[number], midpoint: midpoint, place: place)
            }
            guard let request else { return .tell(try page(transits, of: found.count < count ? found.count : nil)) }
            return try await calendar(transits, request)
        }
    }

    /// The default number of days.
    private static let days = 30

    /// The maximum number of days, which limits the calculation.
    private static let mostDays = 3653

    private func bodies(_ planet: RecordArgument?, _ filter: Filter?) async throws -> [Record<Planet>] {
        if let planet {
            let id = try await resolver.address(planet)
            let bodies = try await planets.records([Planet.ID(rawValue: id.number)])
            guard bodies.contains(where: { $0.content.transitTimes != nil }) else {
                throw CommandProblem.notHere(
                    "No transits of \(bodies.first?.content.title ?? planet.text) are known.",
                    next: "Use “edit \(id) transitMidpoint=JD orbitalPeriodDays=DAYS” to set both values.")
            }
            return bodies
        }
        guard let filter else {
            let bodies = try await favorites.all()
            guard !bodies.isEmpty else {
                throw CommandProblem.notHere(
                    "You have no favorite planets.", next: "Use “transits where FILTER” or “transits --of PLANET”.")
            }
            return bodies
        }
        var found: [Record<Planet>] = []
        try await planets.forEachPage(of: ListRequest(.usual, where: filter)) { page in
            found += page.filter { $0.content.transitTimes != nil }
        }
        return found
    }

    private func page(_ transits: some Sequence<Transit>, of total: Int?) throws -> Page {
        let rows = try transits.map { transit in
            try Task.checkCancellation()
            return transit.row(clock)
        }
        let table = Table(
            "transits", columns: Transit.columns, rows: rows, keys: Transit.keys, firstNumber: 1, total: total,
            placeholder: "No transits found.")
        return Page("Transits", [.table(table)])
    }

    private func calendar(
        _ transits: some Collection<Transit>, _ request: CalendarRequest
    ) async throws -> NavigationAction {
        var calendar = TransitCalendar(alarm: request.alarm)
        for transit in transits {
            try Task.checkCancellation()
            calendar.add(transit.event)
        }
        calendar.end()
        return try await file.write(
            calendar.drain(), of: transits.count, to: request.path,
            orNotify: "No transits found. No calendar was written.")
    }
}

extension Planet {
    /// The times of transits, or `nil` if the period or a midpoint is unknown.
    fileprivate var transitTimes: TransitTimes? {
        guard let transitMidpoint, let orbitalPeriodDays else { return nil }
        return TransitTimes(midpoint: transitMidpoint, period: orbitalPeriodDays)
    }

    fileprivate func transits(in span: Range<JulianDate>, limit: Int) throws -> [JulianDate] {
        try transitTimes?.midpoints(in: span, of: host?.position, limit: limit) ?? []
    }
}

/// A passage of a planet in front of its star.
struct Transit: Sendable {
    let planet: Record<Planet>
    let midpoint: JulianDate
    /// The place of the observer, if known.
    let place: ObserverPlace?

    /// The position of the star at the midpoint, or `nil` if the star’s position or the place is unknown.
    private var star: HorizontalPosition? {
        guard let place, let host = planet.content.host else { return nil }
        return HorizontalPosition(of: .star(host.position), from: place.observer, at: midpoint)
    }

    /// The altitude of the Sun at the midpoint in degrees, or `nil` if the place is unknown.
    private var sunAltitude: Double? {
        place.map { HorizontalPosition(of: .sun, from: $0.observer, at: midpoint).altitude }
    }

    // MARK: - Rows

    static let columns = [
        Column("midpoint", "Midpoint"), Column("name", "Planet", isIdentifying: true),
        Column("durationHours", "Duration", .trailing), Column("altitudeDeg", "Altitude", .trailing),
        Column("direction", "Direction"), Column("light", "Light"), Column("magnitude", "Magnitude", .trailing), .id,
    ]

    static let keys = [
        "id", "name", "star", "midpoint", "durationHours", "altitudeDeg", "azimuthDeg", "direction", "sunAltitudeDeg",
        "light", "magnitude",
    ]

    func row(_ clock: Clock) -> Row {
        let (content, star, sun) = (planet.content, star, sunAltitude)
        let time = midpoint.timestamp
        return planet.address.row([
            Field("name", "Planet", .text(content.title)),
            Field("star", "Star", .text(orNone: content.parent), for: .programs),
            Field(
                "midpoint", "Midpoint",
                .date(iso: time.rawValue, words: clock.dayAndTime(time.secondsSince1970 ?? 0))),
            Field("durationHours", "Duration", hours(content.transitDuration)),
            Field("altitudeDeg", "Altitude", star.map { .degrees($0.apparentAltitude) } ?? .none),
            Field(
                "azimuthDeg", "Azimuth",
                star.map { .degrees($0.azimuth.rounded(toPlaces: 1).normalizedDegrees) } ?? .none),
            Field("direction", "Direction", .text(orNone: star.map { CompassPoint(azimuth: $0.azimuth).name } ?? "")),
            Field("sunAltitudeDeg", "Sun", sun.map { .degrees($0) } ?? .none),
            Field("light", "Light", .words(orNone: sun.map { Daylight(sunAltitude: $0).words })),
            Field("magnitude", "Magnitude", .number(orNone: content.starMagnitudeV)),
        ])
    }

    private func hours(_ duration: Double?) -> Value {
        duration.map { .quantity(Quantity($0.rounded(toPlaces: 2), unit: "h")) } ?? .none
    }

    // MARK: - Events

    var event: TransitCalendar.Event {
        // A transit is shorter than an orbit.
        let longest = (planet.content.orbitalPeriodDays ?? 0) * 24
        let hours = planet.content.transitDuration.flatMap { $0 < longest ? $0 : nil }
        let duration = hours.flatMap { Int(exactly: ($0 * 3600).rounded()) }
        return TransitCalendar.Event(
            planet, midpoint: midpoint.timestamp, duration: duration, description: description)
    }

    private var description: String {
        guard let star, let sun = sunAltitude else { return "" }
        let (altitude, direction) = (star.apparentAltitude.rounded(toPlaces: 0), CompassPoint(azimuth: star.azimuth))
        return "Altitude \(altitude.digits)° (\(direction.name)); \(Daylight(sunAltitude: sun).words.description)."
    }
}
