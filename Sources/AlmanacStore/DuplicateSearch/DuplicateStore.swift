import Interchange
import Model
import SQLite
import Text

/// A data source that finds and merges possible duplicates.
public struct DuplicateStore: DuplicateDataSource {
    let database: StoreDatabase
    let clock: StoreClock

    public func pairs(
        matching text: String, at start: PageCursor<DuplicateKey>, limit: Int
    ) async throws -> ResultPage<DuplicatePair> {
        try await database.reading {
            try DuplicateFinder(connection: $0).pairs(matching: WordPrefixFilter(text), at: start, limit: limit)
        }
    }

    public func reasons(_ first: Person.ID, _ second: Person.ID) async throws -> DuplicateReasons? {
        try await database.reading {
            try DuplicateFinder(connection: $0).reasons(first.rawValue, second.rawValue)
        }
    }

    public func merge(
        _ other: Record<Person>, into first: Record<Person>, as content: Person, in context: CommandContext
    ) async throws {
        try RecordRules.check(content)
        try await database.recording(in: context, at: clock) { connection in
            try PersonMerger(connection: connection).merge(other, into: first, as: content)
        }
    }

    public func mergeTarget(of id: Person.ID) async throws -> RecordReference? {
        try await database.reading { connection in
            let mergeTarget = try connection.first(Self.mergeTarget, binding: id) {
                RecordReference(id: RecordID(kind: .person, number: $0[0]), name: $0[1])
            }
            if mergeTarget == nil, let deleted = try Self.deletedMergeTarget(of: id, in: connection) {
                throw RecordProblem.mergedAndDeleted(id.recordID, into: deleted)
            }
            return mergeTarget
        }
    }

    /// Returns the ID of the deleted person into whom the given person was merged, or `nil` if there is none.
    private static func deletedMergeTarget(of id: Person.ID, in connection: Connection) throws -> RecordID? {
        // Merge records are deleted together with the merge target, but the history contains them.
        let last = try connection.first(lastMergeTarget, binding: id) {
            (address: RecordID(kind: .person, number: $0[0]), step: try $0[1] as Step.ID)
        }
        guard let last else { return nil }
        do {
            return try Trash(connection).deletions(of: [last.address])[0].step == last.step ? last.address : nil
        } catch HistoryProblem.notInTrash {
            return nil
        }
    }

    private static let mergeTarget = """
        SELECT person.id, person.display_name FROM person_merge JOIN person ON person.id = heir_id
        WHERE person_id = ?1
        """

    private static let lastMergeTarget = """
        SELECT heir_id, step_id FROM change JOIN person_merge_past ON change_id = change.id AND is_new = 0
        WHERE change.kind = 'person' AND record_id = ?1 AND table_name = 'person_merge' AND action = 'delete'
        ORDER BY change.id DESC LIMIT 1
        """
}

/// A merge of two persons in the caller’s transaction that keeps the data of both.
struct PersonMerger {
    let connection: Connection

    func merge(_ other: Record<Person>, into first: Record<Person>, as content: Person) throws {
        try Person.table.requireVersion(of: other, in: connection)
        // Moving related records does not count as a change to either person.
        try run(Self.move, from: other.id, to: first.id)
        var content = content
        content.remember(
            first.content.knownUIDs + other.content.knownUIDs + [other.uuid], own: first.uuid)
        // If the merged person has no profiles or positions, the profiles and positions of the card would count as
        // values.
        content = content.withoutHiddenValues
        try FormerCards(connection: connection).insert(cardOf: first)
        let links = RelationLinks(connection: connection)
        let moved = try links.targets(of: other.id.rawValue)
        // Nobody is their own relative.
        let persons = [first.id.rawValue, other.id.rawValue]
        let between = try (links.targets(of: first.id.rawValue) + moved).filter { persons.contains($0.target) }
        content.relations.removeAll { relation in between.contains { $0.text == relation.value } }
        try Person.table.update(first, to: content, in: connection)
        try links.set(moved, of: first.id.rawValue)
        try run(Self.redirect, from: other.id, to: first.id)
        try Person.table.delete([other.id.rawValue], from: connection)
    }

    private func run(_ statements: [String], from other: Person.ID, to first: Person.ID) throws {
        for statement in statements { try connection.run(statement) { ($0[1], $0[2]) = (first, other) } }
    }

    /// The statements that move the related records of one person to the other. In groups that contain both persons,
    /// the position of the first person is kept.
    private static let move = [
        "UPDATE note SET person_id = ?1 WHERE person_id = ?2",
        "UPDATE note_person SET person_id = ?1 WHERE person_id = ?2",
        """
        UPDATE membership SET person_id = ?1
        WHERE person_id = ?2 AND group_id NOT IN (SELECT group_id FROM membership WHERE person_id = ?1)
        """,
        """
        UPDATE favorite SET person_id = ?1
        WHERE person_id = ?2
            AND ifnull(account_id, 0) NOT IN (SELECT ifnull(account_id, 0) FROM favorite WHERE person_id = ?1)
        """,
        "UPDATE account SET person_id = ?1 WHERE person_id = ?2",
    ]

    private static let redirect = [
        "UPDATE person_merge SET heir_id = ?1 WHERE heir_id = ?2",
        """
        INSERT INTO person_merge (person_id, heir_id) VALUES (?2, ?1)
        ON CONFLICT (person_id) DO UPDATE SET heir_id = excluded.heir_id
        """,
    ]
}
