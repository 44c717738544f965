import Display
import Ephemerides
import Model

extension Planet {
    /// Returns the heliocentric longitudes of a planet of the solar system at noon UTC of a day, or `nil` for other
    /// bodies and for days outside the supported period.
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
