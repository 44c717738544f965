/// A source of the planet catalog. The raw value is its code in the column `source`.
public enum Catalog: String, Hashable, Sendable, CaseIterable {
    case openExoplanets = "oec"
    case archive = "nea"
    case encyclopaedia = "eu"
    case factSheets = "nasa-factsheet"
    case smallBodies = "jpl-sbdb"
    case satellites = "jpl-sats"
    case astronomicalUnion = "iau"
    case nasa
    case starWars = "swapi"

    public var title: String {
        switch self {
        case .openExoplanets: "Open Exoplanet Catalogue"
        case .archive: "NASA Exoplanet Archive"
        case .encyclopaedia: "Encyclopaedia of Exoplanetary Systems"
        case .factSheets: "NASA Planetary Fact Sheets"
        case .smallBodies: "JPL Small-Body Database"
        case .satellites: "JPL Planetary Satellites"
        case .astronomicalUnion: "IAU"
        case .nasa: "NASA"
        case .starWars: "SWAPI"
        }
    }

    /// The fields that are taken from the NASA Exoplanet Archive if a body is in both exoplanet catalogs (see
    /// Seeds/SOURCES.md).
    private static let ofArchive: Set = [
        "name", "orbitalPeriodDays", "distancePc", "radiusKm", "discoveryYear", "discoverer", "discoveryMethod",
        "meanTemperatureK", "starMassSun", "starRadiusSun", "starTemperatureK", "starSpectralType", "systemStars",
        "raDeg", "decDeg", "transitMidpoint", "transitDuration", "starMagnitudeV", "starMagnitudeGaia",
        "starMagnitudeK",
    ]
    private static let ofOpenExoplanets: Set = ["semiMajorAxisAu", "eccentricity", "inclinationDeg", "aliases"]

    /// Returns the catalogs from which a field was probably taken.
    static func likely(_ catalogs: [Catalog], of key: String) -> [Catalog] {
        guard catalogs.contains(.archive), catalogs.contains(.openExoplanets) else { return catalogs }
        if ofArchive.contains(key) { return [.archive] }
        return ofOpenExoplanets.contains(key) ? [.openExoplanets] : catalogs
    }
}

extension Planet {
    /// Returns the titles of the sources of a field, or the raw value of `source` if it contains unknown codes.
    public func sourceWords(of key: String) -> String {
        let words = source.split(separator: "+").map(String.init)
        let catalogs = words.compactMap(Catalog.init(rawValue:))
        guard catalogs.count == words.count else { return source }
        return Catalog.likely(catalogs, of: key).map(\.title).joined(separator: " or ")
    }

    /// Returns a description of how the value of a field was determined, or an empty string if the method is unknown.
    public func method(of key: String) -> String {
        guard let figure = PlanetFigure.all.first(where: { $0.key == key }) else {
            return key == "constellation" && constellation == constellationAtPosition
                ? "from the position (Roman 1987)" : ""
        }
        let isFollowing = [PlanetFigure.gravity.key, PlanetFigure.density.key].contains(key)
        if isFollowing { return type == .exoplanet ? "from mass and radius" : "" }
        let marks = figure.marks.intersection(estimated)
        if marks.contains(.massLimit) { return "upper limit" }
        if marks.contains(.mass) || marks.contains(.radius) { return "computed from a mass-radius relation" }
        if marks.contains(.axis) { return "from Kepler's third law or the projected separation" }
        return marks.contains(.minimumMass) ? "m sin i (lower limit)" : "measured"
    }
}
