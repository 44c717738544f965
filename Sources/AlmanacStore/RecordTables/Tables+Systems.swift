import Model
import SQLite
import Text

/// The lookup of planetary systems. Stars have no records; the name of a star is stored with the bodies that orbit it.
extension RecordTable<Planet> {
    /// Returns the planetary systems of a star, several if the name means several components of a multiple star, or none.
    /// - Parameter text: The name of the star or of one of its bodies, in any spelling.
    func systems(of text: String, in connection: Connection) throws -> [PlanetSystem] {
        try stars(text.trimmed, in: connection).map { star in
            let ids: [Int64] = try connection.all(
                """
                SELECT id FROM planet
                WHERE parent = ?1 COLLATE NOCASE
                """, binding: star
            ) { $0[0] }
            return PlanetSystem(star: star, bodies: try fetch(ids, from: connection))
        }
    }

    private func stars(_ text: String, in connection: Connection) throws -> [String] {
        if let star = try orbited(text, in: connection) ?? starOfBody(text, in: connection) { return [star] }
        return try starsOfLetters(text, in: connection)
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

    /// Returns the stars with a name that becomes the name of a body when a letter is appended in any spelling, or the
    /// components of a multiple star.
    private func starsOfLetters(_ text: String, in connection: Connection) throws -> [String] {
        let names = StarNames(text)
        for ranges in [names.rangesOfStar, names.rangesOfComponents] {
            let stars = try ranges.flatMap { range in
                try connection.all(
                    StarNames.orbited(from: "?1", to: "?2"), binding: range.lowerBound, range.upperBound
                ) { $0[0] as String }
            }
            let distinct = Dictionary(stars.map { ($0.lowercased(), $0) }) { first, _ in first }.values.sorted()
            if !distinct.isEmpty { return distinct }
        }
        return []
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
