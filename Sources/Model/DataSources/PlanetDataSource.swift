/// The catalog of planets.
public protocol PlanetDataSource: RecordDataSource where Content == Planet {
    /// What orbits a star, by any name the catalogue knows; a body stands for its star. Nil for no star.
    func system(of name: String) async throws -> PlanetSystem?
    /// What cannot be in the catalogue, or disagrees with itself.
    func faults() async throws -> [CatalogFault]
}
