/// A planet of the solar system other than the Earth.
public enum MajorPlanet: String, Hashable, Sendable, CaseIterable {
    case mercury, venus, mars, jupiter, saturn, uranus, neptune
}
