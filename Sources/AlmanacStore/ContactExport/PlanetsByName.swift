import Model
import SQLite

/// The home planets that cards name. Each name is looked up once.
final class PlanetsByName {
    private let connection: Connection
    private var planets: [String: Planet.ID?] = [:]

    init(connection: Connection) { self.connection = connection }

    /// Returns the ID of the planet with this name, or `nil` if there is no such planet or several.
    func planet(_ name: String) throws -> Planet.ID? {
        if let known = planets[name] { return known }
        let named = try Tables.planets.named(name, in: connection)
        let planet = named.count == 1 ? Planet.ID(named[0].address) : nil
        planets[name] = .some(planet)
        return planet
    }
}
