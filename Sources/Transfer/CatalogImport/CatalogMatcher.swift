import AlmanacStore
import Interchange
import Localization
import Model
import SQLite

/// Finds the body of the store that a row of a catalogue is about: by its name, else by one of its other names.
struct CatalogMatcher {
    /// Why a row is about no body, or about several.
    struct Problem: Error {
        let sentence: Message
    }

    private let connection: Connection
    /// The lines of the rows that were taken, by every key of their names, and the bodies that those are about.
    private var lines: [String: SourceLocation] = [:]
    private var places: [Int64: SourceLocation] = [:]
    /// The bodies of rows that were not taken.
    private var others: Set<Int64> = []

    init(connection: Connection) { self.connection = connection }

    /// Nil for one that is not here.
    func body(of entry: CatalogEntry) throws -> Int64? {
        if let place = NameKey.all(of: [entry.name], isCatalog: true).lazy.compactMap({ lines[$0] }).first {
            throw Problem(sentence: "\(entry.name) is in \(place) already.")
        }
        guard let id = try known(entry) else { return nil }
        if let place = places[id] {
            throw Problem(sentence: "\(entry.name) is planets/\(id), and so is what stands in \(place).")
        }
        return id
    }

    private func known(_ entry: CatalogEntry) throws -> Int64? {
        for names in [[entry.name], entry.aliases] {
            let bodies = Set(try names.flatMap { try Tables.planets.named($0, in: connection) })
            if bodies.count > 1 {
                let all = bodies.map { "\($0.name) (\($0.address))" }.sorted().joined(separator: ", ")
                throw Problem(sentence: "\(entry.name) is the name of several: \(all).")
            }
            if let body = bodies.first { return body.address.number }
        }
        return nil
    }

    /// No other row is about the body.
    mutating func learn(_ id: Int64, of entry: CatalogEntry) {
        places[id] = entry.place
        for key in NameKey.all(of: [entry.name], isCatalog: true) { lines[key] = entry.place }
    }

    /// A row that cannot be taken is about the body of that name.
    mutating func pass(_ name: String) throws {
        others.formUnion(try Tables.planets.named(name, in: connection).map(\.address.number))
    }

    /// Whether any row is about the body.
    func hasRow(of id: Int64) -> Bool { places[id] != nil || others.contains(id) }
}
