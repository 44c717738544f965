import Model

/// Whether a planet is in the habitable zone of its star, as SQL: what `Planet.star` and `HabitableZone` say. NULL where
/// axis, radius or temperature are unknown or out of range.
enum FilterZone {
    static let condition = """
        (SELECT axis * axis * \(flux(HabitableZone.maximumGreenhouse)) <= luminosity
                AND luminosity <= axis * axis * \(flux(HabitableZone.runawayGreenhouse))
            FROM (SELECT axis, hotter, radius * radius * heat * heat * heat * heat AS luminosity
                FROM (SELECT axis, radius, temperature / \(sun) AS heat,
                        temperature - \(HabitableZone.Limit.reference) AS hotter
                    FROM (SELECT planet.semi_major_axis_au AS axis,
                        \(star("star_radius_sun", ofSun: 1)) AS radius,
                        \(star("star_temperature_k", ofSun: sun)) AS temperature)
                    WHERE temperature BETWEEN \(temperatures.lowerBound) AND \(temperatures.upperBound)))
            WHERE luminosity > 0)
        """

    private static let sun = Star.solarTemperatureK
    private static let temperatures = HabitableZone.temperatures

    private static func star(_ column: String, ofSun value: Double) -> String {
        "CASE WHEN planet.parent = 'Sun' THEN \(value) WHEN planet.type = 'exoplanet' THEN planet.\(column) END"
    }

    private static func flux(_ limit: HabitableZone.Limit) -> String {
        limit.coefficients.reversed().reduce("0.0") { "(\($0) * hotter + \($1))" }
    }
}
