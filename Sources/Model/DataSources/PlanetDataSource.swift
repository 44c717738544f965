/// A data source for planets and their systems.
public protocol PlanetDataSource: RecordDataSource where Content == Planet {
    /// Returns the system of the given star or body: several if the name means several components of a multiple star, or
    /// none.
    func systems(of name: String) async throws -> [PlanetSystem]
    /// Returns the other bodies that orbit the same body, innermost first.
    func siblings(of id: Planet.ID) async throws -> LinkedRecords
    /// Returns the inconsistencies in the catalog.
    func faults() async throws -> [CatalogFault]
}
