import Localization
import Model
import SQLite

/// An operation that restores individual records from a backup in one transaction. Records are identified by UUID.
struct RecordRestoration {
    /// The maximum version to take from a backup. A higher version, which another program may have stored, is reduced
    /// to this value, so that the restored record can be edited.
    private static let highestVersion = 1 << 53

    let source: BackupSource
    let target: Connection
    let photos: PersistentDataStore
    let now: Timestamp
    /// Whether this is a dry run, which copies no files.
    var isDryRun = false

    private var backup: Connection { source.connection }

    func restore(_ id: RecordID) throws -> RestoredRecord {
        switch id.kind {
        case .person:
            let restored = try restore(id, Person.table) { person, left in
                person.home = try currentID(person.home?.recordID, "home planet", &left).flatMap { Planet.ID($0) }
                person.photo = try copyPhoto(person.photo, &left)
            }
            try restoreLinks(of: id, as: restored.record.id.number)
            return restored
        case .group: return try restore(id, Group.table) { _, _ in }
        case .planet:
            return try restore(id, Planet.table) { planet, left in
                planet.picture = try copyPhoto(planet.picture, &left)
            }
        case .note:
            return try restore(id, Note.table) { note, left in
                note.subject = try currentID(note.subject, "subject", &left)
                note.persons = try note.persons.compactMap { person in
                    try currentID(person.recordID, "person", &left).flatMap { Person.ID($0) }
                }
            }
        }
    }

    /// Restores the links of a restored person’s relations.
    private func restoreLinks(of recordID: RecordID, as id: Int64) throws {
        let targets = try RelationLinks(connection: backup).targets(of: recordID.number).compactMap { text, target in
            try counterpart(of: RecordID(kind: .person, number: target)).map { (text, $0.number) }
        }
        try RelationLinks(connection: target).set(targets, of: id)
    }

    private func restore<Content>(
        _ recordID: RecordID, _ table: RecordTable<Content>, adapt: (inout Content, inout [Message]) throws -> Void
    ) throws -> RestoredRecord {
        guard let old = try table.fetch([recordID.number], from: backup).first else {
            throw StoreProblem.notInBackup(recordID, path: source.location.path)
        }
        var content = old.content
        var left: [Message] = []
        try adapt(&content, &left)
        let relations = BackupRelations(backup: backup, existing: target)
        let outcome: RestoredRecord.Outcome
        let id: Int64
        if let there = try counterpart(of: recordID) {
            id = there.number
            let before = try table.fetch(id, from: target)
            try table.update(before, to: content, in: target)
            let hasNewMembers = try relations.restoreMemberships(of: recordID, as: id)
            outcome = before.content == content && !hasNewMembers ? .unchanged : .changed
        } else {
            // The record gets a new ID only if another record now has its ID, or if its ID exceeds the limit.
            let isFree = try recordID.number <= RecordID.limit && !target.has(recordID)
            id = try isFree ? recordID.number : table.nextID(in: target)
            let record = Record(
                id: TypedRecordID(rawValue: id), uuid: old.uuid, created: old.created, modified: now,
                version: min(old.version, Self.highestVersion) + 1, content: content)
            try table.insert(record, into: target)
            _ = try relations.restoreMemberships(of: recordID, as: id)
            try relations.reattach(recordID, as: id)
            outcome = .recreated
        }
        let title = content.title(in: try NameRules(of: target).order)
        let name = RecordReference(id: RecordID(kind: Content.kind, number: id), name: title)
        return RestoredRecord(record: name, outcome: outcome, left: left)
    }

    /// Returns the ID of the current record with the same UUID as a record in the backup, if any.
    private func counterpart(of recordID: RecordID) throws -> RecordID? {
        let table = recordID.kind.table
        let uuid = try backup.first("SELECT uuid FROM \(table) WHERE id = ?1", binding: recordID.number) {
            $0[0] as String
        }
        return try target.first("SELECT id FROM \(table) WHERE uuid = ?1", binding: uuid) {
            RecordID(kind: recordID.kind, number: $0[0])
        }
    }

    private func currentID(_ recordID: RecordID?, _ role: Message, _ left: inout [Message]) throws -> RecordID? {
        guard let recordID else { return nil }
        if let there = try counterpart(of: recordID) { return there }
        left.append("The \(role) (\(recordID) in the backup) is not in the current database.")
        return nil
    }

    /// Copies a photo from the backup, except in a dry run.
    /// - Returns: The photo, or `nil` if there is none or no intact copy exists.
    private func copyPhoto(_ photo: BlobID?, _ left: inout [Message]) throws -> BlobID? {
        // Photos are written before the rows that refer to them.
        guard let photo, !isDryRun else { return photo }
        do {
            _ = try photos.adopt(photo, from: source.photos)
            return photo
        } catch is BlobProblem {
            left.append("The photo is missing from the backup.")
            return nil
        }
    }
}

/// An operation that restores the relations of a record from a backup. Related records are identified by UUID.
struct BackupRelations {
    let backup: Connection
    let existing: Connection

    /// Adds the missing memberships of a record, without removing existing memberships.
    /// - Returns: Whether any memberships were added.
    func restoreMemberships(of recordID: RecordID, as id: Int64) throws -> Bool {
        guard recordID.kind == .group else {
            return try Membership(of: recordID.kind).map { try restore($0, to: .group, of: recordID, as: id) } ?? false
        }
        return try Membership.all.reduce(false) { try restore($1, to: $1.kind, of: recordID, as: id) || $0 }
    }

    private func restore(_ links: Membership, to other: Kind, of recordID: RecordID, as id: Int64) throws -> Bool {
        let (table, own, others) = (links.table, "\(recordID.kind.rawValue)_id", other.table)
        let rows = try backup.all(
            """
            SELECT uuid, position FROM \(table) JOIN \(others) ON id = \(other.rawValue)_id
            WHERE \(own) = ?1
            """, binding: recordID.number
        ) { (uuid: $0[0] as String, position: $0[1] as Int64) }
        return try rows.reduce(false) { hasNew, row in
            let changed = try existing.run(
                """
                INSERT INTO \(table) (\(own), \(other.rawValue)_id, position)
                SELECT ?1, id, ?3 FROM \(others) WHERE uuid = ?2
                ON CONFLICT DO NOTHING
                """, binding: id, row.uuid, row.position)
            return hasNew || changed > 0
        }
    }

    /// Reattaches notes, residents, and favorites to a restored record, unless they now belong to another record.
    func reattach(_ recordID: RecordID, as id: Int64) throws {
        let own = "\(recordID.kind.rawValue)_id"
        if recordID.kind != .note {
            try claim(
                of: "note", by: own, recordID, as: id,
                where: "person_id IS NULL AND group_id IS NULL AND planet_id IS NULL")
        }
        if recordID.kind == .planet {
            try claim(of: "person", by: "home_id", recordID, as: id, where: "home_id IS NULL")
        }
        let accounts = try backup.all(
            "SELECT name_key FROM favorite LEFT JOIN account ON account.id = account_id WHERE favorite.\(own) = ?1",
            binding: recordID.number
        ) { $0[0] as String? }
        for account in accounts {
            try existing.run(
                """
                INSERT INTO favorite (id, account_id, \(own))
                SELECT \(FavoriteStore.unusedID), account.id, ?2
                FROM (SELECT ?1 AS name) LEFT JOIN account ON name_key = name
                WHERE name IS NULL OR account.id IS NOT NULL
                ON CONFLICT DO NOTHING
                """, binding: account, id)
        }
    }

    private func claim(
        of table: String, by column: String, _ recordID: RecordID, as id: Int64, where isFree: String
    ) throws {
        let uuids = try backup.all("SELECT uuid FROM \(table) WHERE \(column) = ?1", binding: recordID.number) {
            $0[0] as String
        }
        for uuid in uuids {
            try existing.run("UPDATE \(table) SET \(column) = ?1 WHERE uuid = ?2 AND \(isFree)", binding: id, uuid)
        }
    }
}
