import Display
import Ephemerides
import Interchange
import Localization
import Model
import Navigation

/// The command that lists the next transits of planets, draws one of them, or exports them as a calendar.
struct TransitsCommand: Sendable {
    let planets: any PlanetDataSource
    let favorites: FavoritePlanets
    let places: PlaceReader
    let file: CalendarFile
    let pictures: PictureWriter
    let clock: Clock
    let resolver: RecordResolver

    var command: Command {
        Command(
            "transits", .optional("PLANET", .record(.planet)), .condition(.planet),
            Argument.option("--of", "PLANET", "Show only the transits of a planet", .record(.planet)),
            .place,
            Argument.option("--at", "TIME", "Begin at a time, such as 2026-11-20T18:00", .from(clock)),
            Argument.within("Show only transits within a period, such as 30d, 4w, or 1m", clock),
            .minimumAltitude, .twilight, .limit, .calendar, .svg, .dark,
            about: "List the next transits of planets in front of their stars",
            examples: [
                "transits", "transits where 'distance:ly < 100' --within 1w", "transits --of trappist-1e",
                "transits trappist-1e --from 50.94,6.96", "transits --from 50.94,6.96 --ics > transits.ics",
            ],
            details: """
                Without a filter or --of, the list contains your favorite planets. The default period is 30 days. \
                Transits are calculated from the orbital period and the transit midpoint of a planet; their standard \
                error (1σ) grows with each orbit since that midpoint, and “!” marks more than 3 hours. If a place is \
                set, the list is sorted by the observable part of each transit, during which the star is at least 20° \
                high and the sky is darker than nautical twilight. --min-altitude and --twilight (civil, nautical, or \
                astronomical) set these limits, and omit transits that cannot be observed. PLANET draws the altitude \
                of the star in the night of its next observable transit.
                """
        ) { _, drawn, filter, planet, argument, time, days, altitude, twilight, limit, request, picture, isDark in
            let place = try await places.place(argument)
            let start = time?.time.secondsSince1970 ?? clock.now()
            let days = days ?? Self.days
            guard days <= Self.mostDays else {
                throw CommandProblem.notHere("The period is too long.", next: "Use a period of at most 10 years.")
            }
            let limits = Observability.Limits(
                altitude: altitude ?? Self.altitude, sunAltitude: (twilight ?? .nautical).sunAltitude)
            let isFiltered = altitude != nil || twilight != nil
            var list = TransitList(
                span: JulianDate(start)..<JulianDate(start + days * 86_400), place: place, limits: limits,
                isFiltered: isFiltered)
            if let drawn {
                let place = try await places.requiredPlace(argument)
                try list.add(await bodies(drawn, nil))
                return try await draw(list, from: place, to: picture, isDark ? .dark : .light)
            }
            guard picture == nil, !isDark else {
                throw CommandProblem.notHere(
                    "--svg and --dark require a planet.", next: "Use “transits PLANET --svg FILE”.")
            }
            guard !isFiltered || place != nil else {
                throw CommandProblem.notHere(
                    "--min-altitude and --twilight require a place.",
                    next: "Use “--from LAT,LON” or “--from PERSON”, or enter a place in “settings”.")
            }
            try list.add(await bodies(planet, filter), limit: limit)
            guard let request else { return .tell(try page(list, limit: limit)) }
            return try await calendar(list, limit: limit, request)
        }
    }

    /// The default number of days.
    private static let days = 30

    /// The maximum number of days, which limits the calculation.
    private static let mostDays = 3653

    /// The default minimum altitude of a star in degrees.
    private static let altitude = 20.0

    private func bodies(_ planet: RecordArgument?, _ filter: Filter?) async throws -> [Record<Planet>] {
        if let planet {
            let id = try await resolver.address(planet)
            let bodies = try await planets.records([Planet.ID(rawValue: id.number)])
            guard bodies.contains(where: { $0.content.transitTimes != nil }) else {
                let title = bodies.first?.content.title ?? planet.text
                if bodies.contains(where: { $0.content.transiting == false }) {
                    throw CommandProblem.notHere(
                        "\(title) does not transit its star.",
                        next: "Use “edit \(id) transiting=yes” if this is wrong.")
                }
                throw CommandProblem.notHere(
                    "No transits of \(title) are known.",
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

    private func page(_ list: TransitList, limit: Int?) throws -> Page {
        let rows = try list.transits(limit: limit).map { transit in
            try Task.checkCancellation()
            return transit.row(clock)
        }
        let table = Table(
            "transits", columns: list.columns, rows: rows, keys: Transit.keys, firstNumber: 1,
            total: list.total(limit: limit), placeholder: "No transits found.")
        return Page("Transits", [.table(table)])
    }

    private func calendar(
        _ list: TransitList, limit: Int?, _ request: CalendarRequest
    ) async throws -> NavigationAction {
        var calendar = TransitCalendar(alarm: request.alarm)
        let transits = list.transits(limit: limit).filter(\.isPredictable)
        for transit in transits {
            try Task.checkCancellation()
            calendar.add(transit.event(clock))
        }
        calendar.end()
        return try await file.write(
            calendar.drain(), of: transits.count, to: request.path,
            orNotify: "No transits found. No calendar was written.")
    }

    private func draw(
        _ list: TransitList, from place: ObserverPlace, to path: String?, _ theme: PictureTheme
    ) async throws -> NavigationAction {
        guard let transit = list.nextObservable, let curve = TransitCurve(transit, from: place, clock: clock) else {
            return .tell(.message("Nothing to draw: no transit with a known position of the star is in this period."))
        }
        return try await pictures.show(
            .plot(curve.plot), "the transit of \(transit.planet.content.title)", of: [transit.planet.content.source],
            to: path, theme)
    }
}

/// The twilight that is the brightest sky for observations.
enum Twilight: String, CaseIterable, Sendable {
    case civil, nautical, astronomical

    /// The altitude of the Sun in degrees at the end of the twilight.
    var sunAltitude: Double {
        switch self {
        case .civil: -6
        case .nautical: -12
        case .astronomical: -18
        }
    }
}

extension Argument where Value == Twilight? {
    fileprivate static var twilight: Argument {
        option("--twilight", "LIGHT", "Set the brightest sky", .choice(of: "--twilight"))
    }
}

extension Argument where Value == Double? {
    fileprivate static var minimumAltitude: Argument {
        option("--min-altitude", "DEGREES", "Set the minimum altitude of the star", .altitude)
    }
}

extension ValueParser where Value == Double {
    /// A parser for an altitude above the horizon in degrees.
    fileprivate static var altitude: ValueParser {
        ValueParser(
            .text, parse: { word, _ in Double(word).flatMap { (0..<90).contains($0) ? $0 : nil } },
            describe: { $0.digits },
            orThrow: { word in
                CommandProblem.notHere(
                    "Invalid value “\(word)” for --min-altitude.",
                    next: "Use a number of degrees from 0 to less than 90.")
            })
    }
}

/// The transits of planets in a span of time, in the order of the list.
struct TransitList {
    let span: Range<JulianDate>
    let place: ObserverPlace?
    let limits: Observability.Limits
    /// Whether transits that cannot be observed are omitted.
    let isFiltered: Bool
    private var bodies: [Record<Planet>] = []
    private var found: [Entry] = []

    private struct Entry {
        let midpoint: JulianDate
        /// The index of the planet.
        let number: Int
        /// The observable part in percent, and 0 without a place.
        var percent = 0
        let magnitude: Double
        var isPredictable = true

        /// The order by quality: the observable part, the brightness of the star, and the time.
        static func < (left: Entry, right: Entry) -> Bool {
            if left.isPredictable != right.isPredictable { return left.isPredictable }
            if left.percent != right.percent { return left.percent > right.percent }
            if left.percent > 0, left.magnitude != right.magnitude { return left.magnitude < right.magnitude }
            return (left.midpoint, left.number) < (right.midpoint, right.number)
        }
    }

    init(span: Range<JulianDate>, place: ObserverPlace?, limits: Observability.Limits, isFiltered: Bool) {
        self.span = span
        self.place = place
        self.limits = limits
        self.isFiltered = isFiltered
    }

    /// Adds the transits of planets. If a transit is too uncertain, the later ones of the planet are omitted.
    ///
    /// - Parameter limit: The maximum number of transits in the list. With a place, the best of all transits are listed.
    mutating func add(_ planets: [Record<Planet>], limit: Int? = nil) throws {
        let count = place == nil ? limit.map { min($0, .max - 1) + 1 } ?? .max : .max
        for planet in planets {
            guard let times = planet.content.transitTimes else { continue }
            let number = bodies.count
            bodies.append(planet)
            for midpoint in try times.midpoints(in: span, of: planet.content.host?.position, limit: count) {
                var entry = Entry(
                    midpoint: midpoint, number: number, magnitude: planet.content.starMagnitudeV ?? .infinity)
                entry.isPredictable = times.uncertainty(at: midpoint).map(times.isPredictable) ?? true
                if entry.isPredictable, place != nil, let observability = transit(entry).observability {
                    entry.percent = Int((observability.part * 100).rounded())
                }
                if !isFiltered || entry.percent > 0 || !entry.isPredictable { found.append(entry) }
                if !entry.isPredictable { break }
            }
        }
        try found.sort { first, second in
            try Task.checkCancellation()
            return first < second
        }
    }

    private func transit(_ entry: Entry) -> Transit {
        Transit(planet: bodies[entry.number], midpoint: entry.midpoint, place: place, limits: limits)
    }

    func transits(limit: Int?) -> some Collection<Transit> { found.prefix(limit ?? .max).lazy.map(transit) }

    /// Returns the number of transits, or `nil` if it is unknown because only some were calculated.
    func total(limit: Int?) -> Int? {
        guard let limit, place == nil else { return found.count }
        return found.count > limit ? nil : found.count
    }

    /// The first predictable transit that can be observed, or else the first one.
    var nextObservable: Transit? {
        let predictable = found.filter(\.isPredictable)
        let next = predictable.filter { $0.percent > 0 }.min { $0.midpoint < $1.midpoint }
        return (next ?? predictable.min { $0.midpoint < $1.midpoint }).map(transit)
    }

    /// The columns of the list. Without a place, the columns of the sky are omitted.
    var columns: [Column] { Transit.columns.filter { place != nil || !Transit.columnsOfSky.contains($0.key) } }
}
