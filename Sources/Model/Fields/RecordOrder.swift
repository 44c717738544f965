/// An order a list can be asked for, called as the field of the filter language that it goes by.
public protocol RecordOrder: RawRepresentable<String>, CaseIterable, Hashable, Codable, Sendable {
    static var kind: Kind { get }
    static var standard: Self { get }
    /// Whether a list in its standard order begins with the last: the newest notes come first.
    static var standardIsDescending: Bool { get }
}

extension RecordOrder {
    public static var standardIsDescending: Bool { false }

    /// Reads the name of an order; as in a filter in any case, as JSON calls the field, or with a unit, which changes no
    /// order: `mass`, `massKg`, `mass:mjup`.
    public init?(named text: String) {
        if let order = Self(rawValue: text) {
            self = order
            return
        }
        guard let fields = try? FigureInUnit.several(text, of: FilterField.all(of: Self.kind)), fields.count == 1 else {
            return nil
        }
        self.init(rawValue: fields[0].field.name)
    }
}

/// Of persons there may be any number: each order is backed by an index.
public enum PersonOrder: String, RecordOrder {
    /// By family before given name.
    case name, family
    case given, nickname, organization, department, title, birthday, anniversary, created, modified
    /// The order of a group's members.
    case member
    public static let kind = Kind.person
    public static let standard = PersonOrder.name
}

public enum GroupOrder: String, RecordOrder {
    case name, members, created, modified
    public static let kind = Kind.group
    public static let standard = GroupOrder.name
}

/// Every field that has one value; the catalogue is bounded, and only some have an index.
public enum PlanetOrder: String, RecordOrder {
    case name, type, status, orbits, mass, radius, axis, eccentricity, inclination, period, rotation, tilt, temperature
    case gravity, density, moons, rings, discovered, discoverer, method, distance, constellation, spectrum, starmass
    case starradius, startemperature, stars, ra, dec, source, created, modified, version
    public static let kind = Kind.planet
    public static let standard = PlanetOrder.name
}

public enum NoteOrder: String, RecordOrder {
    case modified, topic, created
    public static let kind = Kind.note
    public static let standard = NoteOrder.modified
    public static let standardIsDescending = true
}
