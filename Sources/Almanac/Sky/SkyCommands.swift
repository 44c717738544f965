import Display
import Ephemerides
import Localization
import Model
import Navigation

/// The commands about the sky above a place.
struct SkyCommands: Responder {
    private let sky: SkyCommand
    private let transits: TransitsCommand

    init(
        persons: any PersonDataSource, planets: any PlanetDataSource, settings: any SettingsDataSource,
        file: CalendarFile, pictures: PictureWriter, clock: Clock, context: FlowContext, resolver: RecordResolver
    ) {
        let places = PlaceReader(persons: persons, settings: settings, context: context, resolver: resolver)
        let favorites = FavoritePlanets(planets: planets, context: context)
        sky = SkyCommand(places: places, favorites: favorites, clock: clock)
        transits = TransitsCommand(
            planets: planets, favorites: favorites, places: places, file: file, pictures: pictures, clock: clock,
            resolver: resolver)
    }

    var commands: [Command] { [sky.command, transits.command] }
}

/// The command that shows the bodies in the sky above a place.
struct SkyCommand: Sendable {
    let places: PlaceReader
    let favorites: FavoritePlanets
    let clock: Clock

    var command: Command {
        Command(
            "sky", .place,
            Argument.option("--at", "TIME", "Show the sky at a time, such as 2026-11-20T18:00", .from(clock)),
            about: "Show the Sun, the Moon, and planets above a place",
            examples: [
                "sky --from 50.94,6.96", "sky --from persons/7", "sky --from 50.94,6.96 --at 2026-12-24T18:00",
            ],
            details: """
                The default place is the one in the settings or the position of your own card. The list also contains \
                the host stars of your favorite planets. Altitudes include refraction, and azimuths are measured from \
                north through east. Times of rising and setting are those of the local day; “always” and “never” mean \
                that the body does not cross the horizon. Magnitudes of stars are in the V band. From 1800 to 2049, \
                the errors of the positions are at most 0.01° for the Sun and the Moon, 0.06° for Mercury, Venus, and \
                Mars, 0.25° for Jupiter and Saturn, and 0.04° for Uranus and Neptune.
                """
        ) { _, argument, time in
            let place = try await places.requiredPlace(argument)
            let seconds = time?.time.secondsSince1970 ?? clock.now()
            let hosts = try await favorites.all().compactMap(\.content.host)
            guard let report = SkyReport(place: place, seconds: seconds, clock: clock, hosts: hosts) else {
                let day = clock.day(Timestamp(secondsSince1970: Int64(seconds)))
                throw CommandProblem.notHere(
                    "Cannot calculate the sky for \(DateText.words(day)).", next: "Use a time from 1800 to 2049.")
            }
            return .tell(report.page)
        }
    }
}

/// A star with planets in the catalog.
struct HostStar: Hashable, Sendable {
    let name: String
    let position: EquatorialPosition
    /// The magnitude in the V band, if known.
    let magnitude: Double?
}

extension Planet {
    /// The star of the planet, or `nil` if its position is unknown.
    var host: HostStar? {
        guard !parent.isEmpty, let raDeg, let decDeg, (0...360).contains(raDeg), (-90...90).contains(decDeg) else {
            return nil
        }
        return HostStar(
            name: parent, position: EquatorialPosition(rightAscension: raDeg, declination: decDeg),
            magnitude: starMagnitudeV)
    }
}

/// A reader of the favorite planets of the session’s account or of the guest.
struct FavoritePlanets: Sendable {
    let planets: any PlanetDataSource
    let context: FlowContext

    /// Returns the favorite planets, sorted by name.
    func all() async throws -> [Record<Planet>] {
        var found: [Record<Planet>] = []
        var page = ResultPage<RecordReference>([], hasMore: true)
        while page.hasMore {
            page = try await context.favorites.favorites(
                of: context.session.account, .planet, matching: "", by: .name,
                at: page.items.last.map { .after($0.id) } ?? .beginning, limit: Self.pageSize)
            found += try await planets.records(page.items.compactMap { Planet.ID($0.id) })
        }
        return found
    }

    private static let pageSize = 1000
}

/// The bodies in the sky above a place at a time, and their rising and setting on the local day.
struct SkyReport {
    let place: ObserverPlace
    /// The time in seconds since 1970.
    let seconds: Int
    let clock: Clock
    private let bodies: [Body]
    private let date: JulianDate
    /// The local day that contains the time.
    private let day: Range<JulianDate>

    private struct Body {
        let name: String
        let type: Message
        let body: CelestialBody
        /// The magnitude of a star, if known.
        var magnitude: Double?
    }

    /// Creates the report, or returns `nil` if the time is outside the period that the astronomical theories cover.
    init?(place: ObserverPlace, seconds: Int, clock: Clock, hosts: [HostStar]) {
        let day = clock.day(Timestamp(secondsSince1970: Int64(seconds)))
        let next = CivilDate(daysSince1970: day.daysSince1970 + 1)
        let (start, end) = (JulianDate(clock.start(of: day)), JulianDate(clock.start(of: next)))
        guard JulianDate.supported.contains(JulianDate(seconds)) else { return nil }
        self.place = place
        self.seconds = seconds
        self.clock = clock
        self.day = start..<end
        date = JulianDate(seconds)
        var names: Set<String> = []
        bodies =
            [Body(name: "Sun", type: "star", body: .sun), Body(name: "Moon", type: "moon", body: .moon)]
            + MajorPlanet.allCases.map { Body(name: $0.rawValue, type: "planet", body: .planet($0)) }
            + hosts.filter { names.insert($0.name).inserted }.map {
                Body(name: $0.name, type: "star", body: .star($0.position), magnitude: $0.magnitude)
            }
    }

    var page: Page {
        let table = Table("bodies", columns: Self.columns, rows: bodies.map(row), total: bodies.count)
        return Page("Sky", [.record(fields), .table(table)], forPrograms: [.table(table)])
    }

    // MARK: - Fields

    private var fields: [Field] {
        let sun = HorizontalPosition(of: .sun, from: place.observer, at: date).altitude
        let phase = MoonPhase(at: date)
        let percent = Int((phase.illuminated * 100).rounded())
        let moon: Message = phase.isWaxing ? "\(percent)% illuminated, waxing" : "\(percent)% illuminated, waning"
        return [
            Field("place", "Place", .text(place.description)),
            Field("localTime", "Local time", .text(clock.dayAndTime(seconds))),
            Field("utc", "UTC", .text(Clock.utc.dayAndTime(seconds))),
            Field("light", "Light", .words(Daylight(sunAltitude: sun).words)),
            Field("moon", "Moon", .words(moon)),
        ]
    }

    // MARK: - Rows

    private static let columns = [
        Column("name", "Body", isIdentifying: true), Column("altitudeDeg", "Altitude", .trailing),
        Column("azimuthDeg", "Azimuth", .trailing), Column("direction", "Direction"),
        Column("rising", "Rises", .trailing), Column("setting", "Sets", .trailing),
        Column("aboveHorizon", "Above horizon"), Column("magnitude", "Magnitude", .trailing),
    ]

    private func row(_ body: Body) -> Row {
        let position = HorizontalPosition(of: body.body, from: place.observer, at: date)
        let magnitude = body.body.magnitude(at: date) ?? body.magnitude
        let times = RiseAndSet(of: body.body, from: place.observer, in: day)
        return Row([
            Field("name", "Body", .text(body.name)),
            Field("type", "Type", .words(body.type), for: .programs),
            Field("time", "Time", .text(Timestamp(secondsSince1970: Int64(seconds)).rawValue), for: .programs),
            Field("latitudeDeg", "Latitude", .number(place.position.latitude), for: .programs),
            Field("longitudeDeg", "Longitude", .number(place.position.longitude), for: .programs),
            Field("altitudeDeg", "Altitude", .degrees(position.apparentAltitude)),
            Field("azimuthDeg", "Azimuth", .degrees(position.azimuth.rounded(toPlaces: 1).normalizedDegrees)),
            Field("direction", "Direction", .text(CompassPoint(azimuth: position.azimuth).name)),
            Field("rising", "Rises", time(times.rising)),
            Field("setting", "Sets", time(times.setting)),
            Field("aboveHorizon", "Above horizon", .words(visibility(body.body, times))),
            Field("magnitude", "Magnitude", .number(orNone: magnitude?.rounded(toPlaces: 1))),
            Field("errorDeg", "Error", .number(body.body.error), for: .programs),
        ])
    }

    private func time(_ date: JulianDate?) -> Value { date.map { .timeOfDay($0, clock) } ?? .none }

    private func visibility(_ body: CelestialBody, _ times: RiseAndSet) -> Message {
        if times.isAlwaysUp { return "always" }
        if times.isAlwaysDown { return "never" }
        return body.height(from: place.observer, at: date) >= 0 ? "yes" : "no"
    }
}

/// The brightness of the sky, which depends on the true altitude of the Sun.
enum Daylight {
    case day, civilTwilight, nauticalTwilight, astronomicalTwilight, night

    /// Creates the brightness for an altitude of the Sun.
    ///
    /// - Parameter sunAltitude: The altitude in degrees, without refraction.
    init(sunAltitude: Double) {
        switch sunAltitude {
        case (-0.8333)...: self = .day
        case (-6)...: self = .civilTwilight
        case (-12)...: self = .nauticalTwilight
        case (-18)...: self = .astronomicalTwilight
        default: self = .night
        }
    }

    var words: Message {
        switch self {
        case .day: "day"
        case .civilTwilight: "civil twilight"
        case .nauticalTwilight: "nautical twilight"
        case .astronomicalTwilight: "astronomical twilight"
        case .night: "night"
        }
    }
}

/// A point of the compass, such as `SSW`.
struct CompassPoint: Hashable {
    let name: String

    /// Creates the point closest to an azimuth.
    ///
    /// - Parameter azimuth: The angle in degrees from north through east.
    init(azimuth: Double) {
        let number = Int((azimuth / 22.5).rounded())
        name = Self.names[(number % 16 + 16) % 16]
    }

    private static let names = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
    ]
}

extension JulianDate {
    init(_ seconds: Int) { self.init(secondsSince1970: Double(seconds)) }

    /// The time, rounded to the second.
    var timestamp: Timestamp { Timestamp(secondsSince1970: Int64(secondsSince1970.rounded())) }
}

extension Clock {
    static let utc = Clock { CivilDate(daysSince1970: 0) }

    /// Returns a local date and time, such as `25 Nov 2026 18:00`, rounded to the minute.
    func dayAndTime(_ seconds: Int) -> String {
        let rounded = Timestamp(secondsSince1970: Int64(seconds + 30))
        return "\(DateText.shortWords(day(rounded))) \(timeOfDay(seconds))"
    }
}

extension Value {
    /// Returns an angle, rounded to a tenth of a degree.
    static func degrees(_ angle: Double) -> Value { .quantity(Quantity(angle.rounded(toPlaces: 1), unit: "°")) }

    /// Returns a time, shown as a local time of day.
    static func timeOfDay(_ date: JulianDate, _ clock: Clock) -> Value {
        let time = date.timestamp
        return .date(iso: time.rawValue, words: clock.timeOfDay(time.secondsSince1970 ?? 0))
    }
}

extension Double {
    /// Returns the number rounded to the given number of decimal places.
    func rounded(toPlaces places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { power, _ in power * 10 }
        // Adding 0 turns a negative zero into 0.
        return (self * factor).rounded() / factor + 0
    }
}

extension Planet {
    /// Returns the heliocentric longitudes of a solar system planet at noon UTC on a day, or `nil` for other bodies and
    /// for days outside the supported period.
    func heliocentricLongitudes(on day: CivilDate) -> HeliocentricLongitudes? {
        let date = JulianDate(day.daysSince1970 * 86_400 + 43_200)
        guard type == .planet, parent == "Sun", JulianDate.supported.contains(date) else { return nil }
        if name == "Earth" { return Earth.heliocentricLongitudes(at: date) }
        return MajorPlanet(rawValue: name)?.heliocentricLongitudes(at: date)
    }
}

extension Value {
    /// Returns the heliocentric longitude of a planet in degrees, rounded to a tenth.
    static func longitude(of planet: Planet, on day: CivilDate) -> Value {
        .number(orNone: planet.heliocentricLongitudes(on: day)?.planet.rounded(toPlaces: 1).normalizedDegrees)
    }
}
