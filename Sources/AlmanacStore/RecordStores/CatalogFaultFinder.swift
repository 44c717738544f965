import Localization
import Model
import SQLite

/// An operation that finds inconsistencies in the planet catalog: duplicate bodies, shared names, and implausible
/// values.
struct CatalogFaultFinder {
    let connection: Connection

    func all() throws -> [CatalogFault] { try sharedNames() + sharedOrbits() + figures() }

    // MARK: - Duplicates

    private func sharedNames() throws -> [CatalogFault] {
        try connection.all(Self.shared) { row in
            let first = reference(row[0], row[1])
            let second = reference(row[2], row[3])
            let key: String = row[4]
            let areNames = [first, second].allSatisfy { NameKey.all(of: [$0.name], isCatalog: true).contains(key) }
            return areNames ? twins(first, second, "has the same name") : clash(first, second, key)
        }
    }

    private func clash(_ first: RecordReference, _ second: RecordReference, _ key: String) -> CatalogFault {
        CatalogFault(
            .aliasClash, of: second, "“\(key)” is also a name of \(first.name) (\(first.id)).",
            advice: "Use “edit \(second.id) aliases-=NAME” to remove it from one of them.")
    }

    private func sharedOrbits() throws -> [CatalogFault] {
        try connection.all(Self.twins, binding: KnownOrbits.least) { row in
            twins(
                reference(row[0], row[1]), reference(row[2], row[3]),
                "has the same orbital period around \(row[4] as String)")
        }
    }

    private func twins(_ first: RecordReference, _ second: RecordReference, _ what: Message) -> CatalogFault {
        CatalogFault(
            .twice, of: second, "It \(what) as \(first.name) (\(first.id)).",
            advice:
                "If they are the same body, use “compare \(first.id) \(second.id)”, then delete one of them.")
    }

    private func reference(_ id: Int64, _ name: String) -> RecordReference {
        RecordReference(id: RecordID(kind: .planet, number: id), name: name)
    }

    // MARK: - Values

    private func figures() throws -> [CatalogFault] {
        var faults: [CatalogFault] = []
        var counted = try RowProgress(of: ["planet"], in: connection, part: "catalog")
        var masses: [String: Double?] = [:]
        try Planet.table.forEachBatch(in: connection) { records in
            try Task.checkCancellation()
            for record in records { faults += record.faults(around: try center(of: record.content, &masses)) }
            counted.add(records.count)
        }
        return faults
    }

    /// Returns the mass of the central body, in kilograms, or `nil` if it is unknown.
    private func center(of planet: Planet, _ masses: inout [String: Double?]) throws -> Double? {
        if planet.type == .exoplanet { return planet.starMassSun.map { Unit.msun.convert($0, to: .kg) } }
        if planet.parent.isEmpty { return nil }
        if let known = masses[planet.parent] { return known }
        let mass = try connection.first(Self.mass, binding: planet.parent) { $0[0] as Double? } ?? nil
        masses[planet.parent] = .some(mass)
        return mass
    }

    // MARK: - Statements

    private static let shared = """
        SELECT one.id, one.display_name, other.id, other.display_name, min(first.key)
        FROM name_key AS first
            JOIN name_key AS second
                ON second.key = first.key AND second.kind = 'planet' AND second.record_id > first.record_id
            JOIN planet AS one ON one.id = first.record_id
            JOIN planet AS other ON other.id = second.record_id
        WHERE first.kind = 'planet'
        GROUP BY one.id, other.id
        ORDER BY one.id, other.id
        """

    /// A query for pairs of exoplanets that orbit the same star and whose orbital periods differ by at most 0.01%.
    private static let twins = """
        SELECT one.id, one.display_name, other.id, other.display_name, one.parent
        FROM planet AS one JOIN planet AS other ON other.parent = one.parent COLLATE NOCASE AND other.id > one.id
        WHERE one.parent <> '' AND one.parent <> 'Sun' AND one.type = 'exoplanet' AND other.type = 'exoplanet'
            AND abs(one.orbital_period_days - other.orbital_period_days) <= ?1 * one.orbital_period_days
        ORDER BY one.id, other.id
        """

    private static let mass = "SELECT mass_kg FROM planet WHERE name = ?1 COLLATE NOCASE"
}
