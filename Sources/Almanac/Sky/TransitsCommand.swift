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
            .places,
            Argument.option("--at", "TIME", "Begin at a time, such as 2026-11-20T18:00", .from(clock)),
            Argument.within("Show only transits within a period, such as 30d, 4w, or 1m", clock),
            Argument.option("--min-altitude", "DEGREES", "Set the minimum altitude of the star", .altitude),
            Argument.option(
                "--twilight", "LIGHT", "Set the twilight after which the sky is dark enough",
                ValueParser<Twilight>.choice(of: "--twilight")),
            .limit, .calendar, .svg, .dark,
            about: "List the next transits of planets in front of their stars",
            examples: [
                "transits", "transits where 'distance:ly < 100' --within 1w", "transits --of trappist-1e",
                "transits trappist-1e --from 50.94,6.96", "transits --from 50.94,6.96 --ics > transits.ics",
                "transits --from 50.94,6.96 --from 28.76,-17.88 --min-altitude 30",
            ],
            details: """
                Without a filter or --of, the list contains your favorite planets. The default period is 30 days. \
                Transits are calculated from the orbital period and the transit midpoint of a planet; their standard \
                error (1σ) grows with each orbit since that midpoint, and “!” marks more than 3 hours. If a place is \
                set, the list is sorted by the observable part of each transit, during which the star is at least 20° \
                high and the sky is darker than nautical twilight. With several places, each transit has a row for \
                each place. --min-altitude and --twilight (civil, nautical, or \
                astronomical) set these limits, and omit transits that cannot be observed. PLANET draws the altitude \
                of the star on the night of its next observable transit.
                """
        ) { _, drawn, filter, planet, arguments, time, days, altitude, twilight, limit, request, picture, isDark in
            let places = try await places.places(arguments)
            let start = time?.time.secondsSince1970 ?? clock.now()
            let days = days ?? Self.days
            guard days <= Self.mostDays else {
                throw CommandProblem.notHere("The period is too long.", next: "Use a period of at most 10 years.")
            }
            let limits = Observability.Limits(
                altitude: altitude ?? Self.altitude, sunAltitude: (twilight ?? .nautical).sunAltitude)
            let isFiltered = altitude != nil || twilight != nil
            var list = TransitList(
                span: JulianDate(start)..<JulianDate(start + days * 86_400), places: places, limits: limits,
                isFiltered: isFiltered)
            if let drawn {
                guard !places.isEmpty else { throw PlaceReader.missing }
                try list.add(await bodies(drawn, nil))
                return try await draw(list, to: picture, isDark ? .dark : .light)
            }
            guard picture == nil, !isDark else {
                throw CommandProblem.notHere(
                    "--svg and --dark require a planet.", next: "Use “transits PLANET --svg FILE”.")
            }
            guard !isFiltered || !places.isEmpty else {
                throw CommandProblem.notHere(
                    "--min-altitude and --twilight require a place.",
                    next: "Use “--from LAT,LON” or “--from PERSON”, or enter a place in “settings”.")
            }
            list.limit = limit
            try list.add(await bodies(planet, filter))
            guard let request else { return .tell(try page(list)) }
            return try await calendar(list, request)
        }
    }

    /// The default length of the period in days.
    private static let days = 30

    /// The maximum length of the period in days, which limits the time that the calculation takes.
    private static let mostDays = 3653

    /// The default minimum altitude of a star in degrees.
    private static let altitude = 20.0

    private func bodies(_ planet: RecordArgument?, _ filter: Filter?) async throws -> [Record<Planet>] {
        if let planet {
            let id = try await resolver.id(planet)
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

    private func page(_ list: TransitList) throws -> Page {
        let rows = try list.transits.map { transit in
            try Task.checkCancellation()
            return transit.row(clock)
        }
        let table = Table(
            "transits", columns: Transit.columns(places: list.places.count), rows: rows, keys: Transit.keys,
            firstNumber: 1, total: list.total, placeholder: "No transits found.")
        return Page("Transits", [.table(table)])
    }

    /// Writes a calendar with one event for each predictable transit. The event describes the sky at each place.
    private func calendar(_ list: TransitList, _ request: CalendarRequest) async throws -> NavigationAction {
        struct Event: Hashable {
            let planet: RecordID
            let midpoint: JulianDate
        }
        var transits: [Transit] = []
        var descriptions: [Event: String] = [:]
        for transit in list.transits where transit.isPredictable {
            try Task.checkCancellation()
            let event = Event(planet: transit.planet.recordID, midpoint: transit.midpoint)
            let description = transit.description(clock, namingPlace: list.places.count > 1)
            if let others = descriptions[event] {
                descriptions[event] = "\(others) \(description)"
            } else {
                descriptions[event] = description
                transits.append(transit)
            }
        }
        var calendar = CalendarWriter("Transits", alarm: request.alarm)
        for transit in transits {
            let event = Event(planet: transit.planet.recordID, midpoint: transit.midpoint)
            calendar.add(transit.event(clock, description: descriptions[event] ?? ""))
        }
        return try await file.write(
            calendar.finished(), of: transits.count, to: request,
            orNotify: "No transits found. No calendar was written.")
    }

    private func draw(
        _ list: TransitList, to file: OutputFile?, _ theme: PictureTheme
    ) async throws -> NavigationAction {
        guard let transit = list.nextObservable,
            let curve = TransitCurve(transit, within: list.limits, clock: clock)
        else {
            return .tell(.message("Nothing to draw: no transit in this period has a known star position."))
        }
        return try await pictures.show(
            .plot(curve.plot), "the transit of \(transit.planet.content.title)", of: [transit.planet.content.source],
            to: file, theme)
    }
}

/// The twilight after which the sky is dark enough to observe a transit.
enum Twilight: String, CaseIterable, Sendable {
    case civil, nautical, astronomical

    /// The altitude of the Sun in degrees at the end of this twilight.
    var sunAltitude: Double {
        switch self {
        case .civil: -6
        case .nautical: -12
        case .astronomical: -18
        }
    }
}

extension ValueParser where Value == Double {
    /// A parser for an altitude above the horizon in degrees.
    fileprivate static var altitude: ValueParser {
        ValueParser(
            .text, parse: { word, _ in Double(written: word).flatMap { (0..<90).contains($0) ? $0 : nil } },
            describe: { $0.digits },
            orThrow: { word in
                CommandProblem.notHere(
                    "Invalid value “\(word)” for --min-altitude.",
                    next: "Use a number of degrees from 0 to less than 90.")
            })
    }
}

/// A sorted list of planets’ transits in a span of time.
struct TransitList {
    let places: [ObserverPlace]
    let limits: Observability.Limits
    /// The maximum number of transits that are listed, if any. With a place, the best of all transits are listed.
    var limit: Int?
    private let span: Range<JulianDate>
    /// Whether transits that cannot be observed are omitted.
    private let isFiltered: Bool
    private let ephemeris: SolarEphemeris
    /// The nights at each place.
    private let nights: [ObservingNights]
    private var bodies: [Body] = []
    private var found: [Entry] = []
    /// The number of transits that were added, including those that ``found`` no longer contains.
    private var count = 0

    private struct Body {
        let planet: Record<Planet>
        let star: StarPath?
        let days: Double?

        init(_ planet: Record<Planet>, _ ephemeris: SolarEphemeris) {
            self.planet = planet
            star = planet.content.host.map { StarPath(of: $0.position, ephemeris: ephemeris) }
            days = planet.content.duration?.days
        }

        func observability(of midpoint: JulianDate, in nights: ObservingNights) -> Observability? {
            star.flatMap { star in
                nights.observability(of: star, in: Transit.span(around: midpoint, days: days ?? 0))
            }
        }
    }

    private struct Entry {
        let midpoint: JulianDate
        /// The index of the planet.
        let number: Int
        /// The index of the place.
        var place = 0
        /// The observable part in percent, or 0 without a place.
        var percent = 0
        let magnitude: Double
        var isPredictable = true

        /// Returns whether a transit is better than another. The criteria are, in this order, predictability, the
        /// observable part, the brightness of the star, and the time.
        static func < (left: Entry, right: Entry) -> Bool {
            if left.isPredictable != right.isPredictable { return left.isPredictable }
            if left.percent != right.percent { return left.percent > right.percent }
            if left.percent > 0, left.magnitude != right.magnitude { return left.magnitude < right.magnitude }
            return (left.midpoint, left.number, left.place) < (right.midpoint, right.number, right.place)
        }
    }

    init(span: Range<JulianDate>, places: [ObserverPlace], limits: Observability.Limits, isFiltered: Bool) {
        self.span = span
        self.places = places
        self.limits = limits
        self.isFiltered = isFiltered
        let ephemeris = SolarEphemeris(of: span, margin: Self.longestTransit)
        self.ephemeris = ephemeris
        nights = places.map { ObservingNights(from: $0.observer, within: limits, ephemeris: ephemeris) }
    }

    /// The margin of the ephemeris before and after the span, in days: more than half the duration of any known
    /// transit. At the ends of the span, longer transits cannot be observed.
    private static let longestTransit = 10

    /// Adds the transits of planets. If a transit is too uncertain, the planet’s later transits are omitted.
    mutating func add(_ planets: [Record<Planet>]) throws {
        let limit = nights.isEmpty ? self.limit.map { min($0, .max - 1) + 1 } ?? .max : .max
        for planet in planets {
            guard let times = planet.content.transitTimes else { continue }
            let body = Body(planet, ephemeris)
            let number = bodies.count
            bodies.append(body)
            for midpoint in try times.midpoints(in: span, of: body.star, limit: limit) {
                var entry = Entry(
                    midpoint: midpoint, number: number, magnitude: planet.content.starMagnitudeV ?? .infinity)
                entry.isPredictable = times.uncertainty(at: midpoint).map(times.isPredictable) ?? true
                guard entry.isPredictable, !nights.isEmpty else {
                    try add(entry)
                    if entry.isPredictable { continue }
                    break
                }
                for place in nights.indices {
                    let observability = body.observability(of: midpoint, in: nights[place])
                    entry.place = place
                    entry.percent = observability.map { Int(($0.part * 100).rounded()) } ?? 0
                    if !isFiltered || entry.percent > 0 { try add(entry) }
                }
            }
        }
        try sort()
    }

    private mutating func sort() throws {
        try found.sort { first, second in
            try Task.checkCancellation()
            return first < second
        }
    }

    /// Adds an entry, and removes the last entries if there are many more than the limit.
    private mutating func add(_ entry: Entry) throws {
        count += 1
        found.append(entry)
        guard let limit, found.count > 1000, found.count / 2 > limit else { return }
        try sort()
        found.removeLast(found.count - limit)
    }

    private func transit(_ entry: Entry) -> Transit {
        let body = bodies[entry.number]
        guard nights.indices.contains(entry.place), entry.isPredictable else {
            return Transit(planet: body.planet, midpoint: entry.midpoint, place: nil, observability: nil)
        }
        return Transit(
            planet: body.planet, midpoint: entry.midpoint, place: places[entry.place],
            observability: body.observability(of: entry.midpoint, in: nights[entry.place]))
    }

    var transits: some Collection<Transit> { found.prefix(limit ?? .max).lazy.map(transit) }

    /// The number of transits, or `nil` if it is unknown because only some were calculated.
    var total: Int? {
        guard let limit, nights.isEmpty else { return count }
        return count > limit ? nil : count
    }

    /// The first predictable transit that can be observed. If no transit can be observed, the first predictable
    /// transit, if any.
    var nextObservable: Transit? {
        let predictable = found.filter(\.isPredictable)
        let next = predictable.filter { $0.percent > 0 }.min { $0.midpoint < $1.midpoint }
        return (next ?? predictable.min { $0.midpoint < $1.midpoint }).map(transit)
    }
}
