import Display
import Ephemerides
import Model
import Navigation

/// The command that shows the bodies in the sky above a place.
struct SkyCommand: Sendable {
    let places: PlaceReader
    let favorites: FavoritePlanets
    let clock: Clock

    var command: Command {
        Command(
            "sky", .place,
            Argument.option("--at", "TIME", "Show the sky at a time, such as 2026-11-20T18:00", .time(clock)),
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

/// A reader of the favorite planets of the session’s account.
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
                at: page.items.last.map { .after($0.address) } ?? .beginning, limit: Self.pageSize)
            found += try await planets.records(page.items.compactMap { Planet.ID($0.address) })
        }
        return found
    }

    private static let pageSize = 1000
}
