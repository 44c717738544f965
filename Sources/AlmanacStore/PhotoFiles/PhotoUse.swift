import Model
import SQLite

/// A record and the photo or picture that it uses.
struct PhotoUse {
    let address: RecordID
    /// The stored name of the file. The name may be invalid if another program has written it.
    let name: String

    var id: BlobID? { BlobID(rawValue: name) }

    /// Returns all uses of photos and pictures, or none if the database has no record tables.
    static func all(on connection: Connection) throws -> [PhotoUse] {
        guard try connection.hasRow("SELECT 1 FROM sqlite_schema WHERE name = 'person'") else { return [] }
        let sql = """
            SELECT 'person', id, photo FROM person WHERE photo IS NOT NULL
            UNION ALL
            SELECT 'planet', id, picture FROM planet WHERE picture IS NOT NULL
            """
        return try connection.all(sql) { row in
            PhotoUse(address: RecordID(kind: try row[0], number: row[1]), name: row[2])
        }
    }

    /// Returns the sorted IDs of all photos and pictures that are used by current records or occur in the history.
    static func named(on connection: Connection) throws -> [BlobID] {
        try past(on: connection).union(all(on: connection).compactMap(\.id)).sorted { $0.rawValue < $1.rawValue }
    }

    private static func past(on connection: Connection) throws -> Set<BlobID> {
        guard try connection.hasRow("SELECT 1 FROM sqlite_schema WHERE name = 'person_past'") else { return [] }
        let sql = """
            SELECT photo FROM person_past WHERE photo IS NOT NULL
            UNION
            SELECT picture FROM planet_past WHERE picture IS NOT NULL
            """
        return Set(try connection.all(sql) { BlobID(rawValue: $0[0]) }.compactMap { $0 })
    }
}
