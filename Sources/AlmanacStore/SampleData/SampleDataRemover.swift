import Model
import SQLite

/// An operation that removes the records of a sample data set in the caller’s transaction. Records that were edited,
/// and records to which accounts, favorites, or remaining records refer, are kept.
struct SampleDataRemover {
    let set: String
    let connection: Connection

    func run() throws -> SeedRemoval {
        let loaded = try connection.all(Self.loaded, binding: set) { row in
            RecordID(kind: try row[0], number: row[1])
        }
        var reasons = try edited().reduce(into: [RecordID: SeedRemoval.Reason]()) { $0[$1] = .edited }
        let references = try references()
        let isLoaded = Set(loaded)
        // Keeping a record also keeps the records to which it refers.
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for (source, target) in references where reasons[target] == nil {
                if let source, reasons[source] == nil, isLoaded.contains(source) { continue }
                reasons[target] = .inUse
                hasChanged = true
            }
        }
        let removed = Dictionary(grouping: loaded.filter { reasons[$0] == nil }, by: \.kind)
        for (kind, ids) in removed { try delete(ids.map(\.number), kind) }
        try SearchIndexer(connection).update()
        let kept = try connection.references(to: loaded.filter { reasons[$0] != nil })
        return SeedRemoval(
            set: set, removed: removed.mapValues(\.count),
            kept: kept.compactMap { reference in
                reasons[reference.id].map { SeedRemoval.KeptRecord(reference: reference, reason: $0) }
            })
    }

    /// Returns the records whose content differs from the loaded content. A group also counts as edited if it has a
    /// member or planet that is not in the data set.
    private func edited() throws -> [RecordID] {
        let changed = try connection.all(Self.changed, binding: set) { row in
            (id: RecordID(kind: try row[0], number: row[1]), step: row[2] as Int64)
        }
        var edited: [RecordID] = []
        for (kind, changes) in Dictionary(grouping: changed, by: \.id.kind) {
            let steps = Dictionary(changes.map { ($0.id.number, Step.ID(rawValue: $0.step)) }) { $1 }
            let ids = try kind.content.edited(since: steps, in: connection)
            edited += ids.map { RecordID(kind: kind, number: $0) }
        }
        return edited + (try connection.all(Self.extended, binding: set) { RecordID(kind: .group, number: $0[0]) })
    }

    /// Returns the references to records of the data set. References by favorites and accounts have no source.
    private func references() throws -> [(source: RecordID?, target: RecordID)] {
        try connection.all(Self.references, binding: set) { row in
            let source: Int64? = row[1]
            return (
                try source.map { RecordID(kind: try row[0], number: $0) }, RecordID(kind: try row[2], number: row[3])
            )
        }
    }

    private func delete(_ ids: [Int64], _ kind: Kind) throws {
        // Deletes the rows while they still refer to their records. Otherwise, undo could not restore the rows.
        for id in ids {
            try connection.run(
                "DELETE FROM planted WHERE \(kind.rawValue)_id = ?1 AND seed_set = ?2", binding: id, set)
        }
        try kind.content.delete(ids, from: connection)
    }

    // MARK: - Statements

    static let loaded = """
        SELECT kind, coalesce(person_id, group_id, planet_id, note_id) FROM planted
        WHERE seed_set = ?1 AND coalesce(person_id, group_id, planet_id, note_id) IS NOT NULL
        """

    /// A query for the records that were changed after they were loaded, with the step that loaded them.
    static let changed = """
        WITH loaded AS MATERIALIZED (
            SELECT kind AS loaded_kind, coalesce(person_id, group_id, planet_id, note_id) AS loaded_id FROM planted
            WHERE seed_set = ?1 AND coalesce(person_id, group_id, planet_id, note_id) IS NOT NULL),
        step_of_loading AS MATERIALIZED (
            SELECT loaded_kind, loaded_id, ifnull((
                SELECT min(step_id) FROM change
                WHERE kind = loaded_kind AND record_id = loaded_id AND table_name = 'planted'), 0) AS step
            FROM loaded)
        SELECT loaded_kind, loaded_id, step FROM step_of_loading
        WHERE EXISTS (SELECT 1 FROM change WHERE kind = loaded_kind AND record_id = loaded_id AND step_id > step)
        """

    /// A query for the groups of the data set with members or planets that are not in it.
    static let extended = """
        SELECT membership.group_id FROM planted CROSS JOIN membership ON membership.group_id = planted.group_id
        WHERE seed_set = ?1 AND kind = 'group' AND NOT EXISTS (
            SELECT 1 FROM planted AS member WHERE member.person_id = membership.person_id AND member.seed_set = ?1)
        UNION
        SELECT group_planet.group_id FROM planted CROSS JOIN group_planet ON group_planet.group_id = planted.group_id
        WHERE seed_set = ?1 AND kind = 'group' AND NOT EXISTS (
            SELECT 1 FROM planted AS member WHERE member.planet_id = group_planet.planet_id AND member.seed_set = ?1)
        """

    /// A query for the references to records of the data set: notes, memberships, home planets, favorites, and the
    /// cards of accounts.
    static let references = """
        WITH loaded AS MATERIALIZED (
            SELECT person_id, group_id, planet_id FROM planted WHERE seed_set = ?1)
        SELECT 'note', note.id, 'person', loaded.person_id FROM loaded CROSS JOIN note USING (person_id)
        UNION ALL SELECT 'note', note_person.note_id, 'person', loaded.person_id
            FROM loaded CROSS JOIN note_person USING (person_id)
        UNION ALL SELECT 'note', note.id, 'group', loaded.group_id FROM loaded CROSS JOIN note USING (group_id)
        UNION ALL SELECT 'note', note.id, 'planet', loaded.planet_id FROM loaded CROSS JOIN note USING (planet_id)
        UNION ALL SELECT 'group', membership.group_id, 'person', membership.person_id
            FROM loaded CROSS JOIN membership ON membership.person_id = loaded.person_id
            WHERE NOT EXISTS (SELECT 1 FROM planted WHERE planted.group_id = membership.group_id AND seed_set = ?1)
        UNION ALL SELECT 'group', group_planet.group_id, 'planet', group_planet.planet_id
            FROM loaded CROSS JOIN group_planet ON group_planet.planet_id = loaded.planet_id
            WHERE NOT EXISTS (SELECT 1 FROM planted WHERE planted.group_id = group_planet.group_id AND seed_set = ?1)
        UNION ALL SELECT 'person', person.id, 'planet', loaded.planet_id
            FROM loaded CROSS JOIN person ON person.home_id = loaded.planet_id
        UNION ALL SELECT NULL, NULL, 'person', person_id FROM favorite
            WHERE person_id IN (SELECT person_id FROM loaded)
        UNION ALL SELECT NULL, NULL, 'group', group_id FROM favorite WHERE group_id IN (SELECT group_id FROM loaded)
        UNION ALL SELECT NULL, NULL, 'planet', planet_id FROM favorite
            WHERE planet_id IN (SELECT planet_id FROM loaded)
        UNION ALL SELECT NULL, NULL, 'note', note_id FROM favorite
            WHERE note_id IN (SELECT note_id FROM planted WHERE seed_set = ?1)
        UNION ALL SELECT NULL, NULL, 'person', person_id FROM account
            WHERE person_id IN (SELECT person_id FROM loaded)
        """
}
