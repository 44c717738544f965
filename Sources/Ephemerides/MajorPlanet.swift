/// A planet of the solar system other than the Earth. The raw value is its name.
public enum MajorPlanet: String, Hashable, Sendable, CaseIterable {
    case mercury = "Mercury"
    case venus = "Venus"
    case mars = "Mars"
    case jupiter = "Jupiter"
    case saturn = "Saturn"
    case uranus = "Uranus"
    case neptune = "Neptune"
}
