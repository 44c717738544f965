import Display
import Ephemerides
import Interchange
import Localization
import Model

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
