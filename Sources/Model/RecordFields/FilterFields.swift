extension FilterField {
    /// What can be asked of a kind of record.
    public static func all(of kind: Kind) -> [FilterField] {
        switch kind {
        case .person: persons + kept
        case .group: groups + kept
        case .planet: planets + kept
        case .note: notes + kept
        }
    }

    private static let planets: [FilterField] = [
        FilterField("name", .name(.planet)),
        FilterField("type", .choice(PlanetType.allCases.map(\.rawValue))),
        FilterField("status", .choice(PlanetStatus.allCases.map(\.rawValue))),
        FilterField("orbits", key: "parent", examples: ["Sun", "Jupiter", "Saturn", "Uranus", "Neptune"]),
        FilterField("mass", .mass),
        FilterField("radius", .radius),
        FilterField("axis", .axis),
        FilterField("eccentricity", .eccentricity),
        FilterField("inclination", .inclination),
        FilterField("period", .period),
        FilterField("rotation", .rotation),
        FilterField("tilt", .tilt),
        FilterField("temperature", .temperature),
        FilterField("gravity", .gravity),
        FilterField("density", .density),
        FilterField("moons", .integer),
        FilterField("rings", .flag),
        FilterField("discovered", key: "discoveryYear", .integer),
        FilterField("discoverer"),
        FilterField("method", key: "discoveryMethod", examples: methods),
        FilterField("distance", .distance),
        FilterField("constellation"),
        FilterField("spectrum", key: "starSpectralType"),
        FilterField("starmass", .starMass),
        FilterField("starradius", .starRadius),
        FilterField("startemperature", .starTemperature),
        FilterField("stars", key: "systemStars", .integer),
        FilterField("ra", .rightAscension),
        FilterField("dec", .declination),
        FilterField("source"),
        FilterField("note", key: "notes"),
    ]

    /// The archive's words.
    private static let methods = [
        "Transit", "Radial Velocity", "Microlensing", "Imaging", "Transit Timing Variations",
        "Eclipse Timing Variations", "Astrometry", "Orbital Brightness Modulation", "Pulsar Timing",
        "Disk Kinematics", "Pulsation Timing Variations",
    ]

    private static let persons: [FilterField] = [
        FilterField("name", .name(.person)),
        FilterField("given"), FilterField("family"), FilterField("nickname"),
        FilterField("organization"), FilterField("department"), FilterField("title"),
        FilterField("birthday", .date), FilterField("anniversary", .date),
        FilterField("email", key: "emails"), FilterField("phone", key: "phones"), FilterField("url", key: "urls"),
        FilterField("message", key: "messengers"), FilterField("relation", key: "relations"),
        FilterField("city"), FilterField("country"),
        FilterField("group", key: "groups", .name(.group)), FilterField("home", key: "planet", .name(.planet)),
        FilterField("note", key: "notes"),
    ]

    private static let groups: [FilterField] = [
        FilterField("name", .name(.group)), FilterField("description"), FilterField("search"),
        FilterField("filter", key: "where"), FilterField("planets"),
        FilterField("members", key: "memberCount", .integer), FilterField("note", key: "notes"),
    ]

    private static let notes: [FilterField] = [
        FilterField("topic"), FilterField("text"), FilterField("person", .name(.person)),
        FilterField("group", .name(.group)), FilterField("planet", .name(.planet)),
    ]

    /// What the store knows of every record.
    private static let kept: [FilterField] = [
        FilterField("created", .date), FilterField("modified", .date), FilterField("version", .integer),
    ]
}
