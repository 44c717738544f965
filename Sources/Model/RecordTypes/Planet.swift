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
        /// The kinds of ``groups`` that have one, such as `film`.
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
