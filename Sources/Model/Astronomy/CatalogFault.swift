import Localization

/// An inconsistency in the planet catalog, as opposed to a problem with the database.
public struct CatalogFault: Hashable, Sendable {
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Two bodies with the same name or on the same orbit.
        case twice = "planet-twice"
        /// An alias that is also a name of another body.
        case aliasClash = "alias-clash"
        case keplersLaw = "kepler-law"
        case oddDensity = "odd-density"
        /// An impossible number or discovery year.
        case outOfRange = "out-of-range"
        /// A transit midpoint that is not a Julian date.
        case transitMidpoint = "transit-midpoint"
        /// A transit that takes longer than an orbit.
        case transitDuration = "transit-duration"
    }

    public let name: Name
    public let record: RecordReference
    public let detail: Message
    public let advice: Message

    public init(_ name: Name, of record: RecordReference, _ detail: Message, advice: Message? = nil) {
        self.name = name
        self.record = record
        self.detail = detail
        self.advice =
            advice ?? "Use “show \(record.id) --sources” to see the source, or “edit \(record.id)” to fix it."
    }
}

extension Record<Planet> {
    /// Returns the inconsistencies in the values of one body.
    /// - Parameter center: The mass of the central body in kilograms, if known.
    public func faults(around center: Double?) -> [CatalogFault] {
        rangeFaults + [keplerFault(around: center), densityFault].compactMap(\.self)
            + content.transitProblems.map { CatalogFault($0.name, of: reference, $0.reason) }
    }

    // MARK: - Kepler

    /// The accepted ratios of the calculated to the published axis. The range allows for values from different papers.
    private static var tolerance: ClosedRange<Double> { 0.75...(4.0 / 3) }

    /// Returns a fault if the orbit violates Kepler’s third law: a³ = G M T² / (4 π²).
    private func keplerFault(around center: Double?) -> CatalogFault? {
        guard let axis = content.axisAu, let center, let days = content.orbitalPeriodDays, axis > 0, center > 0,
            days > 0
        else {
            return nil
        }
        let seconds = days * 86_400
        let cube = Planet.gravitationalConstant * center * seconds * seconds / (4 * Double.pi * Double.pi)
        let expected = Unit.km.convert(cube.cubeRoot / 1000, to: .au)
        guard !Self.tolerance.contains(expected / axis) else { return nil }
        let parent: Message = content.parent.isEmpty ? "its parent body" : "\(content.parent)"
        return CatalogFault(
            .keplersLaw, of: reference,
            """
            Its semi-major axis is \(axis.rounded(toDigits: 4).digits) au, but its period and \(parent)’s mass imply \
            \(expected.rounded(toDigits: 4).digits) au.
            """)
    }

    // MARK: - Density

    /// The range of possible densities, in g/cm³.
    private static var densities: ClosedRange<Double> { 0.01...200 }
    /// The maximum density of bodies below six Earth radii, in g/cm³. Bodies of this size cannot be stars.
    private static var densestOfSmall: Double { 15 }
    private static var small: Double { Unit.rearth.convert(6, to: .km) }

    private var densityFault: CatalogFault? {
        guard content.estimated.isDisjoint(with: [.mass, .massLimit, .radius]), let density = content.meanDensity,
            let radius = content.radiusKm
        else { return nil }
        let words: Message = "Its mass and radius imply \(density.rounded(toDigits: 3).digits) g/cm³"
        if !Self.densities.contains(density) || radius < Self.small && density > Self.densestOfSmall {
            return CatalogFault(.oddDensity, of: reference, "\(words), which is impossible for such a body.")
        }
        guard let stated = content.densityGCm3, abs(stated - density) > 0.15 * density else { return nil }
        return CatalogFault(.oddDensity, of: reference, "\(words), but its density is \(stated.digits) g/cm³.")
    }

    // MARK: - Ranges

    private var rangeFaults: [CatalogFault] {
        PlanetFigure.all.compactMap { figure in
            guard let value = content[keyPath: figure.path], !figure.range.contains(value) else { return nil }
            let unit = figure.unit.isEmpty ? "" : " \(figure.unit)"
            return CatalogFault(
                .outOfRange, of: reference,
                "\(title: figure.title) is \(value.digits)\(unit); expected \(figure.expects).")
        } + yearFaults
    }

    private var yearFaults: [CatalogFault] {
        guard let year = content.discoveryYear, !(1500...2200).contains(year) else { return [] }
        return [CatalogFault(.outOfRange, of: reference, "The discovery year \(String(year)) is impossible.")]
    }
}

extension Planet {
    /// The plausible Julian dates of transit midpoints, from 1858 to 2132.
    private static let julianDates = 2_400_000.5...2_500_000

    /// The implausible transit values: a midpoint that is not a Julian date, and a duration that exceeds the period.
    public var transitProblems: [(name: CatalogFault.Name, reason: Message)] {
        var problems: [(CatalogFault.Name, Message)] = []
        if let midpoint = transitMidpoint, !Self.julianDates.contains(midpoint) {
            problems.append(
                (
                    .transitMidpoint,
                    """
                    The transit midpoint \(midpoint.digits) is not a Julian date after 2400000.5. It may be an offset date, \
                    such as JD − 2400000.5.
                    """
                ))
        }
        if let hours = transitDuration, let days = orbitalPeriodDays, days > 0, hours > days * 24 {
            problems.append(
                (
                    .transitDuration,
                    "The transit duration of \(hours.digits) h is longer than the period of \(days.digits) d."
                ))
        }
        return problems
    }
}

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

    /// The keys of the fields that are taken from the NASA Exoplanet Archive if a body is in both exoplanet catalogs
    /// (see Seeds/SOURCES.md).
    private static let ofArchive: Set = [
        "name", "distancePc", "radiusKm", "discoveryYear", "discoverer", "discoveryMethod",
        "meanTemperatureK", "starMassSun", "starRadiusSun", "starTemperatureK", "starSpectralType", "systemStars",
        "raDeg", "decDeg", "transitDuration", "starMagnitudeGaia", "starMagnitudeK",
    ]
    private static let ofOpenExoplanets: Set = [
        "semiMajorAxisAu", "eccentricity", "inclinationDeg", "aliases", "transitMidpoint", "starMagnitudeV",
    ]

    /// Returns the catalogs from which a field was probably taken.
    static func likely(_ catalogs: [Catalog], of key: String) -> [Catalog] {
        guard catalogs.contains(.archive), catalogs.contains(.openExoplanets) else { return catalogs }
        if ofArchive.contains(key) { return [.archive] }
        return ofOpenExoplanets.contains(key) ? [.openExoplanets] : catalogs
    }
}

extension Planet {
    /// Returns the titles of a field’s sources, or the raw value of `source` if it contains unknown codes.
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
        if marks.contains(.axis) { return "from Kepler’s third law or the projected separation" }
        if marks.contains(.minimumMass) { return "m sin i (lower limit)" }
        return provenance(of: figure) == .measured ? "measured" : ""
    }
}
