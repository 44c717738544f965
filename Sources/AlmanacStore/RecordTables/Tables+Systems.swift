import Model
import SQLite
import Text

/// The lookup of planetary systems. Stars have no records; the name of a star is stored with the bodies that orbit it.
extension RecordTable<Planet> {
    /// Returns the planetary system of a star, or `nil` if there is none.
    /// - Parameter text: The name of the star or of one of its bodies.
    func system(of text: String, in connection: Connection) throws -> PlanetSystem? {
        guard let star = try star(text, in: connection) else { return nil }
        let ids: [Int64] = try connection.all(
            """
            SELECT id FROM planet
            WHERE parent = ?1 COLLATE NOCASE
            """, binding: star
        ) { $0[0] }
        return ids.isEmpty ? nil : PlanetSystem(star: star, bodies: try fetch(ids, from: connection))
    }

    private func star(_ text: String, in connection: Connection) throws -> String? {
        let text = text.trimmed
        return try orbited(text, in: connection) ?? starOfBody(text, in: connection)
            ?? starOfLetters(Folding.catalogKey(text), in: connection)
    }

    private func orbited(_ star: String, in connection: Connection) throws -> String? {
        guard !star.isEmpty else { return nil }
        return try connection.first(
            """
            SELECT parent FROM planet
            WHERE parent = ?1 COLLATE NOCASE
            LIMIT 1
            """, binding: star
        ) { $0[0] }
    }

    private func starOfBody(_ text: String, in connection: Connection) throws -> String? {
        guard let body = try named(text, in: connection).first,
            let planet = try fetch([body.address.number], from: connection).first?.content
        else { return nil }
        return try orbited(planet.parent, in: connection) ?? orbited(planet.name, in: connection)
    }

    /// Returns the star with a name that becomes the name of a body when a letter is appended: `KOI-351` is a star
    /// because `KOI-351 b` is a body.
    private func starOfLetters(_ key: String, in connection: Connection) throws -> String? {
        guard !key.isEmpty else { return nil }
        return try connection.first(
            """
            SELECT parent FROM name_key JOIN planet ON planet.id = record_id
            WHERE key BETWEEN ?1 || 'b' AND ?1 || 'z'
                AND length(key) = length(?1) + 1
                AND kind = 'planet' AND parent <> ''
            LIMIT 1
            """, binding: key
        ) { $0[0] }
    }
}
