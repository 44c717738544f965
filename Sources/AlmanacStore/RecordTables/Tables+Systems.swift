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
            ?? starOfLetters(text, in: connection)
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

    /// Returns the star with a name that becomes the name of a body when a letter is appended, or the first component of
    /// a multiple star.
    private func starOfLetters(_ text: String, in connection: Connection) throws -> String? {
        let sql = StarNames.orbited(from: "?1", to: "?2") + " ORDER BY key LIMIT 1"
        for range in StarNames(text).ranges {
            let star: String? = try connection.first(sql, binding: range.lowerBound, range.upperBound) { $0[0] }
            if let star { return star }
        }
        return nil
    }

    /// Returns the other bodies that orbit the same body, innermost first, and their number.
    func siblings(of id: Int64, in connection: Connection) throws -> LinkedRecords {
        let source = """
            FROM planet AS own JOIN planet ON planet.parent = own.parent COLLATE NOCASE AND planet.id <> own.id
            WHERE own.id = ?1 AND own.parent <> ''
            """
        let first = try connection.all(
            """
            SELECT planet.id, planet.display_name \(source)
            ORDER BY planet.orbital_period_days IS NULL, planet.orbital_period_days, planet.id
            LIMIT ?2
            """, binding: id, Self.siblingsLimit
        ) { RecordReference(address: RecordID(kind: .planet, number: $0[0]), name: $0[1]) }
        guard first.count == Self.siblingsLimit else { return LinkedRecords(first, counted: first.count) }
        return LinkedRecords(
            first, counted: try connection.first("SELECT count(*) \(source)", binding: id) { $0[0] } ?? 0)
    }

    private static var siblingsLimit: Int { 20 }
}
