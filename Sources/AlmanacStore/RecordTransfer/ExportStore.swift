import Interchange
import Model
import SQLite

/// A data source that exports persons and groups as cards. Persons are exported page by page.
public struct ExportStore: ExportDataSource {
    let database: StoreDatabase
    let blobs: PersistentDataStore

    public func cards(
        of selection: ExportSelection, after: Person.ID?, limit: Int, withPhotos: Bool
    ) async throws -> ExportPage {
        try await database.reading { [blobs] connection in
            let ids = try Self.ids(of: selection, after: after, limit: limit, in: connection)
            var page = try CardBuilder(connection: connection, blobs: blobs).cards(of: ids, withPhotos: withPhotos)
            let isLast = page.cards.count == ids.count && ids.count < limit
            page.last = isLast ? nil : page.last ?? ids.last.map { Person.ID(rawValue: $0) }
            return page
        }
    }

    public func groups(of selection: ExportSelection) async throws -> [ContactCard] {
        try await database.reading { [blobs] connection in
            try CardBuilder(connection: connection, blobs: blobs).groups(of: selection)
        }
    }

    public func groups(_ ids: [Group.ID]) async throws -> [ContactCard] {
        try await database.reading { [blobs] connection in
            try CardBuilder(connection: connection, blobs: blobs).groups(ids.map(\.rawValue))
        }
    }

    public func importedGroups() async throws -> [ContactCard] {
        try await database.reading { [blobs] connection in
            let ids = try connection.all(CardGroups.groupsWithCards) { $0[0] as Int64 }
            return try CardBuilder(connection: connection, blobs: blobs).groups(ids)
        }
    }

    public func keep(_ cards: [ExportedCard]) async throws {
        // The export itself does not change the database, so it must not wait for other programs.
        try await database.writingUnlessBusy { connection in
            let former = FormerCards(connection: connection)
            for card in cards { try former.insert(card.version, of: card.person) }
        }
    }

    private static func ids(
        of selection: ExportSelection, after: Person.ID?, limit: Int, in connection: Connection
    ) throws -> [Int64] {
        switch selection {
        case .all:
            try connection.all(allPersons, binding: after?.rawValue ?? 0, limit) { $0[0] }
        case .persons(let persons):
            try connection.all(chosen, binding: after?.rawValue ?? 0, limit, persons.map(\.rawValue).json) { $0[0] }
        }
    }

    static let allPersons = "SELECT id FROM person WHERE id > ?1 ORDER BY id LIMIT ?2"

    static let chosen = """
        SELECT value FROM json_each(?3)
        WHERE value > ?1 AND value IN (SELECT id FROM person)
        ORDER BY value LIMIT ?2
        """
}
