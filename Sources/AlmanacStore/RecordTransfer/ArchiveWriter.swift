import Model
import SQLite

/// A writer that restores the items of a full export, with their IDs, in the caller’s transaction.
struct ArchiveWriter {
    let connection: Connection
    let blobs: PersistentDataStore
    /// Whether the transaction will be rolled back. Photos are not written in this case.
    let isDryRun: Bool
    private(set) var counts: [Kind: Int] = [:]

    /// Checks that the database has no records or sample data, and defers foreign key checks, so that references may
    /// precede their targets.
    func begin() throws {
        for table in ["planet", "person", "people_group", "note", "planted"] {
            guard try !connection.hasRow("SELECT 1 FROM \(table)") else {
                throw ArchiveProblem.notEmpty
            }
        }
        try connection.execute("PRAGMA defer_foreign_keys = ON")
    }

    /// Writes an item.
    ///
    /// - Throws: `ArchiveProblem.contradiction` if the item is invalid or conflicts with an earlier item.
    mutating func write(_ item: ArchiveItem) throws {
        do {
            try insert(item)
        } catch let problem as RecordProblem {
            throw ArchiveProblem.contradiction(problem.explanation.sentencesWithoutOutcome.joined())
        } catch let error as SQLiteError where error.code == .constraint {
            throw ArchiveProblem.contradiction("SQLite error: \(error.message).")
        }
    }

    private mutating func insert(_ item: ArchiveItem) throws {
        switch item {
        case .planet(let planet): try insert(planet)
        case .person(let person):
            try insert(person)
            try RelationLinks(connection: connection).set(
                person.links.relatives.map { ($0.key, $0.value.id.number) }, of: person.id.rawValue)
        case .group(let group, let members, let planets):
            try insert(group)
            for (links, ids) in [(Membership.persons, members.map(\.rawValue)), (.planets, planets.map(\.rawValue))] {
                try connection.run(
                    """
                    INSERT INTO \(links.table) (group_id, \(links.member), position)
                    SELECT ?1, value, key + 1 FROM json_each(?2)
                    """, binding: group.id, ids.json)
            }
        case .merged(let person, let mergeTarget):
            try connection.run(
                "INSERT INTO person_merge (person_id, heir_id) VALUES (?1, ?2)", binding: person, mergeTarget)
        case .note(let note): try insert(note)
        case .account(let account): try insert(account)
        case .guest(let favorites): try insert(favorites, of: nil)
        case .sampleData(let sample): try insert(sample)
        case .photo(let id, let bytes): try save(id, bytes)
        }
    }

    /// Checks that all referenced records exist.
    ///
    /// - Returns: The number of restored records of each kind.
    func end() throws -> [Kind: Int] {
        let dangling = try connection.first("PRAGMA foreign_key_check") { row in
            (table: row[0] as String, id: row[1] as Int64?)
        }
        if let dangling {
            let recordID = Kind(table: dangling.table).flatMap { kind in
                dangling.id.map { RecordID(kind: kind, number: $0) }
            }
            throw ArchiveProblem.dangling(recordID?.description)
        }
        return counts
    }

    private mutating func insert<Content: StoredRecord>(_ record: Record<Content>) throws {
        try RecordRules.check(record.content)
        do {
            try Content.table.insert(record, into: connection)
        } catch let error as SQLiteError where error.constraint == .primaryKey || error.constraint == .rowID {
            throw ArchiveProblem.contradiction("Duplicate record \(record.id.recordID).")
        }
        counts[Content.kind, default: 0] += 1
    }

    private func insert(_ account: ArchivedAccount) throws {
        let name = try AccountName(account.name)
        // An account may already exist, even if there are no records.
        try connection.run(
            """
            INSERT INTO account (name, name_key, has_seen_tutorial) VALUES (?1, ?2, ?3)
            ON CONFLICT (name_key) DO NOTHING
            """, binding: name.text, name.key, account.hasSeenTutorial)
        let id = try connection.first("SELECT id FROM account WHERE name_key = ?1", binding: name.key) {
            $0[0] as Int64
        }
        guard let id else { return }
        try connection.run(
            "UPDATE account SET person_id = ifnull(person_id, ?2) WHERE id = ?1", binding: id, account.card)
        try insert(account.favorites, of: id)
    }

    private func insert(_ favorites: [RecordID], of account: Int64?) throws {
        for recordID in favorites {
            try connection.run(
                "INSERT INTO favorite (account_id, \(recordID.kind.rawValue)_id) VALUES (?1, ?2)",
                binding: account, recordID.number)
        }
    }

    private func insert(_ sample: ArchivedSampleData) throws {
        let column = "\(sample.kind.rawValue)_id"
        guard sample.record.map({ $0.kind == sample.kind }) ?? true else {
            throw ArchiveProblem.contradiction(
                "The record with the sample data key “\(sample.key)” is not a \(sample.kind.rawValue).")
        }
        try connection.run(
            "INSERT INTO planted (seed_set, kind, key, \(column)) VALUES (?1, ?2, ?3, ?4)",
            binding: sample.set, sample.kind, sample.key, sample.record?.number)
    }

    private func save(_ id: BlobID, _ bytes: [UInt8]) throws {
        guard try PersistentDataStore.id(of: bytes) == id else {
            throw ArchiveProblem.contradiction("The content of the photo \(id.rawValue) does not match its ID.")
        }
        if !isDryRun { try blobs.save(bytes, as: id) }
    }
}
