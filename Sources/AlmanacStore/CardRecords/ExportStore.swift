import Interchange
import Model
import SQLite

/// A data source that exports persons as cards, page by page.
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
            let ids = try connection.all(Self.groupsWithCards) { $0[0] as Int64 }
            return try CardBuilder(connection: connection, blobs: blobs).groups(ids)
        }
    }

    public func keep(_ cards: [ExportedCard]) async throws {
        // The export itself does not change the database, so it must not wait because of this.
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
            try connection.all(allPersons, { ($0[1], $0[2]) = (after?.rawValue ?? 0, limit) }) { $0[0] as Int64 }
        case .persons(let persons):
            try connection.all(
                chosen, { ($0[1], $0[2], $0[3]) = (after?.rawValue ?? 0, limit, persons.map(\.rawValue).json) }
            ) { $0[0] as Int64 }
        }
    }

    static let groupsWithCards = "SELECT DISTINCT group_id FROM group_card ORDER BY group_id"

    static let allPersons = "SELECT id FROM person WHERE id > ?1 ORDER BY id LIMIT ?2"

    static let chosen = """
        SELECT value FROM json_each(?3)
        WHERE value > ?1 AND value IN (SELECT id FROM person)
        ORDER BY value LIMIT ?2
        """
}

/// The former versions of cards: those that were exported, and those that an import replaced. An imported card may have
/// been made from one of them.
struct FormerCards {
    /// The number of versions to keep for each person.
    private static let limit = 20

    let connection: Connection

    /// Returns the former versions of the card of a person, oldest first.
    func cards(of person: Person.ID) throws -> [FormerCard] {
        try connection.all(Self.cards, binding: person) { row in
            (text: row[0] as [UInt8], photo: (row[1] as String?).flatMap(BlobID.init(rawValue:)))
        }.compactMap { text, photo in (try? VCard(text)).map { FormerCard(card: $0, photo: photo) } }
    }

    /// Stores a version of the card of a person, unless it is already stored.
    func insert(_ version: FormerCard, of person: Person.ID) throws {
        let (text, photo) = (version.card.text, version.photo?.rawValue)
        let isKnown = try connection.hasRow(
            "SELECT 1 FROM former_card WHERE person_id = ?1 AND card = ?2 AND photo IS ?3", binding: person, text, photo
        )
        if isKnown { return }
        try connection.run(
            "INSERT INTO former_card (person_id, card, photo) VALUES (?1, ?2, ?3)", binding: person, text, photo)
        try connection.run(Self.removal, binding: person, Self.limit)
    }

    /// Stores the card of a person before another card replaces it or is merged into it.
    func insert(cardOf person: Record<Person>) throws {
        if person.content.card.isEmpty { return }
        try insert(FormerCard(card: VCard(keptBy: person.content), photo: nil), of: person.id)
    }

    static let cards = "SELECT card, photo FROM former_card WHERE person_id = ?1 ORDER BY id"

    static let removal = """
        DELETE FROM former_card
        WHERE person_id = ?1 AND id <= (
            SELECT id FROM former_card WHERE person_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
        """
}
