/// A body in the planet catalog. Names such as `massKg` end with the unit of the value.
public struct Planet: Recordable {
    public static let kind = Model.Kind.planet

    public var name = ""
    public var type = PlanetType.planet
    public var status = PlanetStatus.confirmed
    /// The name of the orbited body, which is not necessarily in the catalog.
    public var parent = ""
    public var massKg: Double?
    public var radiusKm: Double?
    public var semiMajorAxisAu: Double?
    public var semiMajorAxisKm: Double?
    public var eccentricity: Double?
    public var inclinationDeg: Double?
    public var orbitalPeriodDays: Double?
    /// The Julian date of the middle of a transit.
    public var transitMidpoint: Double?
    /// The duration of a transit in hours.
    public var transitDuration: Double?
    /// The sidereal rotation period in hours; negative for retrograde rotation.
    public var rotationHours: Double?
    public var axialTiltDeg: Double?
    public var meanTemperatureK: Double?
    public var gravityMS2: Double?
    public var densityGCm3: Double?
    public var moons: Int?
    public var rings: Bool?
    /// Whether the planet passes in front of its star.
    public var transiting: Bool?
    public var discoveryYear: Int?
    public var discoverer = ""
    public var discoveryMethod = ""
    public var distancePc: Double?
    public var constellation = ""
    public var starSpectralType = ""
    public var starMassSun: Double?
    public var starRadiusSun: Double?
    public var starTemperatureK: Double?
    /// The apparent magnitude of the star in the V band.
    public var starMagnitudeV: Double?
    /// The apparent magnitude of the star in the Gaia band.
    public var starMagnitudeGaia: Double?
    /// The apparent magnitude of the star in the K band.
    public var starMagnitudeK: Double?
    public var systemStars: Int?
    public var raDeg: Double?
    public var decDeg: Double?
    public var estimated: Estimates = []
    public var uncertainties = Uncertainties()
    public var aliases: [String] = []
    public var source = ""
    public var url = ""
    /// The sources of values, such as papers, labeled with the keys of their fields.
    public var citations: [Labeled<String>] = []
    public var customFields: [Labeled<String>] = []
    public var picture: BlobID?

    public init() {}

    public var title: String { name.isEmpty ? "(no name)" : name }

    public struct Links: RecordLinks {
        public var parent: RecordReference?
        public var residents = LinkedRecords.none
        public var groups = LinkedRecords.none
        /// The kinds of the ``groups``, such as `film`. Groups without a kind are omitted.
        public var groupKinds: [RecordID: String] = [:]
        /// The smart groups that contain the planet, among the first 50 smart groups by name.
        public var smartGroups: [RecordReference] = []
        public var notes = LinkedRecords.none

        public init() {}
    }
}

/// The type of a body, as named in the catalog.
public enum PlanetType: String, Hashable, Sendable, CaseIterable {
    case star, planet
    case dwarfPlanet = "dwarf planet"
    case asteroid, moon, exoplanet, fictional
}

/// The certainty of a discovery, as named in the catalog.
public enum PlanetStatus: String, Hashable, Sendable, CaseIterable {
    case confirmed, candidate, controversial, retracted
}

/// A numeric column of the planet catalog.
public typealias PlanetFigure = Figure<Planet>

extension PlanetFigure {
    public static let mass = PlanetFigure(
        "massKg", "Mass", "kg", \.massKg, in: .kg, filter: "mass", marks: .anyMass,
        comparisons: [(.mearth, "M⊕"), (.mjup, "M♃")])
    public static let radius = PlanetFigure(
        "radiusKm", "Radius", "km", \.radiusKm, in: .km, filter: "radius", marks: .anyRadius,
        comparisons: [(.rearth, "R⊕"), (.rjup, "R♃")])
    public static let axis = PlanetFigure(
        "semiMajorAxisAu", "Semi-major axis", "au", \.semiMajorAxisAu, in: .au, filter: "axis", marks: .anyAxis,
        readable: [(0..<0.01, .km), (10_000..<Double.infinity, .ly)])
    public static let axisKm = PlanetFigure(
        "semiMajorAxisKm", "Semi-major axis", "km", \.semiMajorAxisKm, in: .km, marks: .anyAxis,
        readable: [(1_500_000..<Double.infinity, .au)])
    public static let eccentricity = PlanetFigure(
        "eccentricity", "Eccentricity", "", \.eccentricity, in: nil, filter: "eccentricity", range: .belowOne)
    public static let inclination = PlanetFigure(
        "inclinationDeg", "Inclination", "°", \.inclinationDeg, in: .degree, filter: "inclination",
        range: .between(0...180))
    public static let period = PlanetFigure(
        "orbitalPeriodDays", "Orbital period", "days", \.orbitalPeriodDays, in: .day, filter: "period",
        readable: [(0..<(1.0 / 24), .minute), ((1.0 / 24)..<1, .hour), (730.5..<Double.infinity, .year)])
    public static let transitMidpoint = PlanetFigure(
        "transitMidpoint", "Transit midpoint", "JD", \.transitMidpoint, in: nil, filter: "transitmidpoint", digits: 13,
        isOptionalInExports: true)
    public static let transitDuration = PlanetFigure(
        "transitDuration", "Transit duration", "hours", \.transitDuration, in: .hour, filter: "transitduration",
        isOptionalInExports: true)
    public static let rotation = PlanetFigure(
        "rotationHours", "Rotation", "hours", \.rotationHours, in: .hour, filter: "rotation", range: .notZero)
    public static let tilt = PlanetFigure(
        "axialTiltDeg", "Axial tilt", "°", \.axialTiltDeg, in: .degree, filter: "tilt", range: .between(-360...360))
    public static let temperature = PlanetFigure(
        "meanTemperatureK", "Mean temperature", "K", \.meanTemperatureK, in: .kelvin, filter: "temperature",
        range: .notNegative)
    public static let gravity = PlanetFigure(
        "gravityMS2", "Gravity", "m/s²", \.gravityMS2, in: .meterPerSecondSquared, filter: "gravity",
        range: .notNegative, marks: .anySurface)
    public static let density = PlanetFigure(
        "densityGCm3", "Density", "g/cm³", \.densityGCm3, in: .gramPerCubicCentimeter, filter: "density",
        marks: .anySurface)
    public static let distance = PlanetFigure(
        "distancePc", "Distance", "pc", \.distancePc, in: .pc, filter: "distance", comparisons: [(.ly, "ly")])
    public static let starMass = PlanetFigure(
        "starMassSun", "Star’s mass", "M☉", \.starMassSun, in: .msun, filter: "starmass")
    public static let starRadius = PlanetFigure(
        "starRadiusSun", "Star’s radius", "R☉", \.starRadiusSun, in: .rsun, filter: "starradius")
    public static let starTemperature = PlanetFigure(
        "starTemperatureK", "Star’s temperature", "K", \.starTemperatureK, in: .kelvin, filter: "startemperature")
    public static let starMagnitudeV = PlanetFigure(
        "starMagnitudeV", "V magnitude", "mag", \.starMagnitudeV, in: nil, filter: "vmag", range: .magnitudes,
        isOptionalInExports: true)
    public static let starMagnitudeGaia = PlanetFigure(
        "starMagnitudeGaia", "Gaia magnitude", "mag", \.starMagnitudeGaia, in: nil, filter: "gaiamag",
        range: .magnitudes, isOptionalInExports: true)
    public static let starMagnitudeK = PlanetFigure(
        "starMagnitudeK", "K magnitude", "mag", \.starMagnitudeK, in: nil, filter: "kmag", range: .magnitudes,
        isOptionalInExports: true)
    public static let rightAscension = PlanetFigure(
        "raDeg", "Right ascension", "°", \.raDeg, in: .degree, filter: "ra", range: .between(0...360))
    public static let declination = PlanetFigure(
        "decDeg", "Declination", "°", \.decDeg, in: .degree, filter: "dec", range: .between(-90...90))

    /// All numeric columns, in the order of a planet’s page.
    public static let all = [
        mass, radius, axis, axisKm, eccentricity, inclination, period, transitMidpoint, transitDuration, rotation, tilt,
        temperature, gravity, density, distance, starMass, starRadius, starTemperature, starMagnitudeV,
        starMagnitudeGaia, starMagnitudeK, rightAscension, declination,
    ]
}

/// A set of catalog marks for measured and calculated values and for limits (column `estimated`).
public struct Estimates: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A semi-major axis calculated from Kepler’s third law or the projected separation.
    public static let axis = Estimates(rawValue: 1)
    /// A mass calculated from a mass-radius relation.
    public static let mass = Estimates(rawValue: 2)
    /// A mass that is an upper limit.
    public static let massLimit = Estimates(rawValue: 4)
    /// A minimum mass (m sin i), which is a lower limit.
    public static let minimumMass = Estimates(rawValue: 8)
    /// A radius calculated from a mass-radius relation.
    public static let radius = Estimates(rawValue: 16)
    /// A semi-major axis that was measured.
    public static let measuredAxis = Estimates(rawValue: 32)
    /// A mass that was measured.
    public static let measuredMass = Estimates(rawValue: 64)
    /// A radius that was measured.
    public static let measuredRadius = Estimates(rawValue: 128)

    /// The marks of calculated values and upper limits.
    public static let calculated: Estimates = [.axis, .mass, .massLimit, .radius]

    static let anyMass: Estimates = [.mass, .massLimit, .minimumMass, .measuredMass]
    static let anyRadius: Estimates = [.radius, .measuredRadius]
    static let anyAxis: Estimates = [.axis, .measuredAxis]
    /// The marks for gravity and density, which follow from the mass and radius.
    static let anySurface: Estimates = [.mass, .radius, .measuredMass, .measuredRadius]

    /// The evidence that a value was measured.
    public struct Measurement: Sendable {
        /// The mark of the measured value.
        public let mark: Estimates
        /// The marks that show that the value was not measured.
        public let calculated: Estimates
        /// The marks that state that the value was measured. A minimum mass (m sin i) counts as measured.
        public let stated: Estimates
        /// The keys of the fields with the value. An uncertainty of one of them shows that the value was measured.
        public let keys: [String]
    }

    /// The evidence for all values with marks.
    public static let measurements = [
        Measurement(
            mark: .measuredAxis, calculated: .axis, stated: .measuredAxis, keys: ["semiMajorAxisAu", "semiMajorAxisKm"]),
        Measurement(
            mark: .measuredMass, calculated: [.mass, .massLimit], stated: [.measuredMass, .minimumMass],
            keys: ["massKg"]),
        Measurement(mark: .measuredRadius, calculated: .radius, stated: .measuredRadius, keys: ["radiusKm"]),
    ]

    private static let words: [(word: String, mark: Estimates)] = [
        ("axis", .axis), ("mass", .mass), ("mass-limit", .massLimit), ("measured-axis", .measuredAxis),
        ("measured-mass", .measuredMass), ("measured-radius", .measuredRadius), ("minimum-mass", .minimumMass),
        ("radius", .radius),
    ]

    /// Creates a set from the catalog format, such as `axis|mass-limit`, or from the list `axis; mass-limit` of a CSV
    /// file. Returns `nil` if a mark is unknown.
    public init?(catalog text: String) {
        var all: Estimates = []
        for part in text.split(whereSeparator: { "|;".contains($0) }) {
            let word = part.drop { $0 == " " }
            guard let known = Estimates.words.first(where: { $0.word == word }) else { return nil }
            all.insert(known.mark)
        }
        self = all
    }

    public var names: [String] { Estimates.words.filter { contains($0.mark) }.map(\.word) }

    /// The marks in the catalog format, such as `axis|mass-limit`.
    public var catalog: String { names.joined(separator: "|") }
}

/// The provenance of a planet’s value: measured, computed, a limit, or unknown.
public enum Provenance: Hashable, Sendable {
    case measured, upperLimit, lowerLimit, computed, unknown
}

extension Planet {
    /// Returns the provenance of a value. Returns `nil` for a value without an uncertainty if no marks can apply to it,
    /// or if it is unmarked and the planet is fictional.
    public func provenance(of figure: PlanetFigure) -> Provenance? {
        let provenance = provenance(marked: figure.marks)
        guard provenance == nil || provenance == .unknown else { return provenance }
        return uncertainties[figure.key] == nil ? provenance : .measured
    }

    /// Returns the provenance of a value to which the given marks can apply. Returns `nil` if no marks are given, or if
    /// the value is unmarked and the planet is fictional.
    public func provenance(marked marks: Estimates) -> Provenance? {
        let present = marks.intersection(estimated)
        if present.contains(.massLimit) { return .upperLimit }
        if present.contains(.minimumMass) { return .lowerLimit }
        if !present.isDisjoint(with: .calculated) { return .computed }
        guard !marks.isEmpty else { return nil }
        return isMeasured(marks) ? .measured : type == .fictional ? nil : .unknown
    }

    /// Returns whether all values that the given marks can describe were measured. A minimum mass (m sin i) counts as
    /// measured.
    public func isMeasured(_ marks: Estimates) -> Bool {
        guard estimated.isDisjoint(with: marks.intersection(.calculated)) else { return false }
        return Estimates.measurements.allSatisfy { measurement in
            !marks.contains(measurement.mark) || !estimated.isDisjoint(with: measurement.stated)
                || measurement.keys.contains { uncertainties[$0] != nil }
        }
    }
}

/// The uncertainties of a planet’s values.
public struct Uncertainties: Hashable, Sendable {
    private var values: [String: Uncertainty] = [:]

    public init() {}

    /// The uncertainty of a value.
    ///
    /// - Parameter key: The key of the field with the value, such as `massKg`.
    public subscript(_ key: String) -> Uncertainty? {
        get { values[key] }
        set { values[key] = newValue }
    }

    /// All uncertainties in the order of the fields, labeled with the keys of their fields.
    public var all: [Labeled<Uncertainty>] {
        PlanetFigure.all.compactMap { figure in values[figure.key].map { Labeled(figure.key, $0) } }
    }

    // MARK: - Text

    /// Creates uncertainties from strings labeled with the keys of fields, or returns `nil` if a string or a label
    /// is invalid. If several strings have the same label, the last one is used.
    init?(_ texts: [Labeled<String>]) {
        for text in texts {
            guard let key = Self.keys[text.label.lowercased()], let uncertainty = Uncertainty(text.value) else {
                return nil
            }
            values[key] = uncertainty
        }
    }

    var labeled: [Labeled<String>] { all.map { Labeled($0.label, $0.value.description) } }

    /// The keys of the fields that can have uncertainties, by lowercase key.
    static let keys = Dictionary(uniqueKeysWithValues: PlanetFigure.all.map { ($0.key.lowercased(), $0.key) })

    /// Creates uncertainties from the text of the database column, such as `massKg ±3e+25|radiusKm +300 -200`, or
    /// returns `nil` if the text is invalid.
    public init?(column text: String) {
        let texts = text.split(separator: "|").map { part in
            let words = part.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            return Labeled(words.first.map(String.init) ?? "", words.count > 1 ? String(words[1]) : "")
        }
        self.init(texts)
    }

    /// The text of the database column.
    public var column: String { labeled.map { "\($0.label) \($0.value)" }.joined(separator: "|") }
}

/// The uncertainty of a measured value, in its unit.
public struct Uncertainty: Hashable, Sendable {
    /// The nonnegative distance to the upper bound.
    public let upper: Double
    /// The nonnegative distance to the lower bound.
    public let lower: Double

    /// Creates an uncertainty, or returns `nil` if a distance is negative or not finite.
    public init?(upper: Double, lower: Double) {
        guard upper.isFinite, lower.isFinite, upper >= 0, lower >= 0 else { return nil }
        self.upper = upper
        self.lower = lower
    }

    /// Creates an uncertainty from text such as `±0.2`, `0.2`, `+0.3 -0.2`, or `0.3, 0.2`, or returns `nil` if the
    /// text is invalid.
    public init?(_ text: String) {
        let text = text.replacing("+/-", with: "±").replacing("+-", with: "±").replacing("−", with: "-")
        // A comma without a space may be a decimal comma.
        let parts = text.replacing(", ", with: " ").split { $0 == " " || $0 == "/" }
        func distance(_ part: Substring, _ signs: String) -> Double? {
            let number = part.first.map { signs.contains($0) } == true ? part.dropFirst() : part
            return number.first.map { "+-".contains($0) } == true ? nil : Double(written: number)
        }
        switch parts.count {
        case 1:
            guard let both = distance(parts[0], "±") else { return nil }
            self.init(upper: both, lower: both)
        case 2 where parts[0] == "±":
            guard let both = Double(written: parts[1]) else { return nil }
            self.init(upper: both, lower: both)
        case 2:
            guard let upper = distance(parts[0], "+"), let lower = distance(parts[1], "-") else { return nil }
            self.init(upper: upper, lower: lower)
        default: return nil
        }
    }
}

extension Uncertainty: CustomStringConvertible {
    /// The uncertainty as `±0.2` or `+0.3 -0.2`.
    public var description: String { upper == lower ? "±\(upper.digits)" : "+\(upper.digits) -\(lower.digits)" }
}
