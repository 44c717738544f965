/// The catalogues and tables that our planets were compiled from, as the column `source` names them.
public enum Catalog: String, Hashable, Sendable, CaseIterable {
    case openExoplanets = "oec"
    case archive = "nea"
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
        case .factSheets: "NASA Planetary Fact Sheets"
        case .smallBodies: "JPL Small-Body Database"
        case .satellites: "JPL Planetary Satellites"
        case .astronomicalUnion: "IAU"
        case .nasa: "NASA"
        case .starWars: "SWAPI"
        }
    }

    /// What was taken from either where a body is in both (Seeds/SOURCES.md).
    private static let ofArchive: Set = [
        "name", "orbitalPeriodDays", "distancePc", "radiusKm", "discoveryYear", "discoverer", "discoveryMethod",
        "meanTemperatureK", "starMassSun", "starRadiusSun", "starTemperatureK", "starSpectralType", "systemStars",
        "raDeg", "decDeg",
    ]
    private static let ofOpenExoplanets: Set = ["semiMajorAxisAu", "eccentricity", "inclinationDeg", "aliases"]

    /// Which of several catalogues gave a field, as far as that is known.
    static func likely(_ catalogs: [Catalog], of key: String) -> [Catalog] {
        guard catalogs.contains(.archive), catalogs.contains(.openExoplanets) else { return catalogs }
        if ofArchive.contains(key) { return [.archive] }
        return ofOpenExoplanets.contains(key) ? [.openExoplanets] : catalogs
    }
}

extension Planet {
    /// What the column `source` tells of where a field is from; words that are no catalogue of ours stand as they are.
    public func sourceWords(of key: String) -> String {
        let words = source.split(separator: "+").map(String.init)
        let catalogs = words.compactMap(Catalog.init(rawValue:))
        guard catalogs.count == words.count else { return source }
        return Catalog.likely(catalogs, of: key).map(\.title).joined(separator: " or ")
    }

    /// How the value of a field is known; empty where nothing more is to be said.
    public func method(of key: String) -> String {
        guard let figure = PlanetFigure.all.first(where: { $0.key == key }) else {
            return key == "constellation" && type == .exoplanet ? "from the position (Roman 1987)" : ""
        }
        let isFollowing = [PlanetFigure.gravity.key, PlanetFigure.density.key].contains(key)
        if isFollowing { return type == .exoplanet ? "from mass and radius" : "" }
        let marks = figure.marks.intersection(estimated)
        if marks.contains(.massLimit) { return "an upper limit" }
        if marks.contains(.mass) || marks.contains(.radius) { return "computed from a mass-radius relation" }
        if marks.contains(.axis) { return "from Kepler's third law or the projected separation" }
        return marks.contains(.minimumMass) ? "m sin i, a lower limit" : "measured"
    }
}
