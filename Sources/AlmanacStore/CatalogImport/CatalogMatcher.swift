import Interchange
import Localization
import Model
import SQLite

/// A matcher that finds the planets of catalog rows by name or alias.
struct CatalogMatcher {
    /// A reason why a row cannot be matched.
    struct Problem: Error {
        let sentence: Message
    }

    private let connection: Connection
    /// The locations of imported rows, by the keys of their names.
    private var lines: [String: SourceLocation] = [:]
    private var places: [Int64: SourceLocation] = [:]
    /// The IDs of the planets in rejected rows.
    private var rejected: Set<Int64> = []

    init(connection: Connection) { self.connection = connection }

    /// Returns the ID of the planet in a row, or `nil` if the planet is new.
    func body(of entry: CatalogEntry) throws -> Int64? {
        if let place = NameKey.all(of: [entry.name], isCatalog: true).lazy.compactMap({ lines[$0] }).first {
            throw Problem(sentence: "Duplicate of \(place): \(entry.name).")
        }
        guard let id = try known(entry) else { return nil }
        if let place = places[id] {
            throw Problem(sentence: "\(entry.name) and the row at \(place) both match planets/\(id).")
        }
        return id
    }

    private func known(_ entry: CatalogEntry) throws -> Int64? {
        for names in [[entry.name], entry.aliases] {
            let bodies = Set(try names.flatMap { try Tables.planets.named($0, in: connection) })
            if bodies.count > 1 {
                let all = bodies.map { "\($0.name) (\($0.address))" }.sorted().joined(separator: ", ")
                throw Problem(sentence: "\(entry.name) matches several planets: \(all).")
            }
            if let body = bodies.first { return body.address.number }
        }
        return nil
    }

    mutating func register(_ id: Int64, of entry: CatalogEntry) {
        places[id] = entry.place
        for key in NameKey.all(of: [entry.name], isCatalog: true) { lines[key] = entry.place }
    }

    mutating func markRejected(_ name: String) throws {
        rejected.formUnion(try Tables.planets.named(name, in: connection).map(\.address.number))
    }

    func hasRow(of id: Int64) -> Bool { places[id] != nil || rejected.contains(id) }
}
