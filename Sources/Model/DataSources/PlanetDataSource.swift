/// A data source for planets and their systems.
public protocol PlanetDataSource: RecordDataSource where Content == Planet {
    /// Returns the system that contains the given star or body, or `nil` if there is none.
    func system(of name: String) async throws -> PlanetSystem?
    /// Returns the other bodies that orbit the same body, innermost first.
    func siblings(of id: Planet.ID) async throws -> LinkedRecords
    /// Returns the inconsistencies in the catalog.
    func faults() async throws -> [CatalogFault]
}
