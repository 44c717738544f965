import Model
import SQLite

/// A data source for full exports. It reads pages in primary-key order and restores everything in one transaction.
public struct ArchiveStore: ArchiveDataSource {
    let database: StoreDatabase
    let blobs: PersistentDataStore
    let clock: StoreClock

    public func items(from place: ArchivePosition, limit: Int) async throws -> ArchivePage {
        try await database.reading { [blobs] connection in
            let reader = ArchiveReader(connection: connection, blobs: blobs, limit: limit)
            let found = try reader.items(of: place.section, after: place.last)
            let next =
                found.count == reader.limit(of: place.section)
                ? found.last.map { ArchivePosition(place.section, after: $0.number) } : nil
            let moment: Int64? = try connection.first("SELECT id FROM change ORDER BY id DESC LIMIT 1") { $0[0] }
            return ArchivePage(
                found.compactMap(\.item), lost: found.compactMap(\.lost),
                next: next ?? place.section.next.map { ArchivePosition($0) },
                moment: moment ?? 0)
        }
    }

    public func restore(
        in context: CommandContext, _ next: @escaping @Sendable () throws -> ArchiveItem?
    ) async throws -> [Kind: Int] {
        try await database.recording(in: context, at: clock) { [blobs] connection in
            var writer = ArchiveWriter(connection: connection, blobs: blobs, isDryRun: context.isDryRun)
            try writer.begin()
            while let item = try next() { try writer.write(item) }
            return try writer.end()
        }
    }
}

extension ArchivePosition.Section {
    fileprivate var next: ArchivePosition.Section? { ArchivePosition.Section(rawValue: rawValue + 1) }
}

/// A reader that returns the items of a full export, section by section.
struct ArchiveReader {
    struct NumberedItem {
        let number: Int64
        var item: ArchiveItem?
        var lost: UnreadablePhoto?
    }

    let connection: Connection
    let blobs: PersistentDataStore
    let limit: Int

    func limit(of section: ArchivePosition.Section) -> Int {
        switch section {
        case .photos, .pictures: min(limit, 8)
        case .planets, .persons, .merges, .groups, .notes, .accounts, .sampleData: limit
        }
    }

    func items(of section: ArchivePosition.Section, after last: Int64) throws -> [NumberedItem] {
        switch section {
        case .planets: try records(after: last) { .planet($0) }
        case .persons: try records(tied: Person.relatives, after: last) { .person($0) }
        case .merges: try merges(after: last)
        case .groups:
            try records(after: last) {
                .group($0, members: try members(.persons, of: $0), planets: try members(.planets, of: $0))
            }
        case .notes: try notes(after: last)
        case .accounts: try accounts(after: last)
        case .sampleData: try sampleData(after: last)
        case .photos: try photos("photo", of: .person, after: last)
        case .pictures: try photos("picture", of: .planet, after: last)
        }
    }

    private func records<Content: StoredRecord>(
        tied links: RecordTable<Content>.LinkLoader? = nil, after last: Int64,
        item: (Record<Content>) throws -> ArchiveItem
    ) throws -> [NumberedItem] {
        let ids = try connection.all(
            "SELECT id FROM \(Content.kind.table) WHERE id > ?1 ORDER BY id LIMIT ?2", binding: last, limit
        ) { $0[0] as Int64 }
        return try Content.table.fetch(ids, tied: links, from: connection).map { record in
            NumberedItem(number: record.id.rawValue, item: try item(record))
        }
    }

    private func merges(after last: Int64) throws -> [NumberedItem] {
        try connection.all(
            "SELECT person_id, heir_id FROM person_merge WHERE person_id > ?1 ORDER BY person_id LIMIT ?2",
            binding: last, limit
        ) { NumberedItem(number: $0[0], item: .merged(try $0[0], into: try $0[1])) }
    }

    /// Returns notes without references to persons who no longer exist, because the IDs may be reused after the import.
    private func notes(after last: Int64) throws -> [NumberedItem] {
        let items = try records(after: last) { .note($0) }
        let persons = items.flatMap { item in
            if case .note(let note)? = item.item { note.content.persons } else { [] as [Person.ID] }
        }
        let present = Set(try connection.references(to: persons.map(\.recordID).unique).map(\.id))
        return items.map { item in
            guard case .note(var note)? = item.item, !note.content.persons.isEmpty else { return item }
            note.content.persons.removeAll { !present.contains($0.recordID) }
            return NumberedItem(number: item.number, item: .note(note))
        }
    }

    private func members<Content>(
        _ links: Membership, of group: Record<Group>
    ) throws -> [TypedRecordID<Content>] {
        try connection.all(
            "SELECT \(links.member) FROM \(links.table) WHERE group_id = ?1 ORDER BY position, \(links.member)",
            binding: group.id
        ) { try $0[0] }
    }

    private func accounts(after last: Int64) throws -> [NumberedItem] {
        let accounts = try connection.all(
            """
            SELECT id, name, person_id, has_seen_tutorial FROM account WHERE id > ?1 ORDER BY id LIMIT ?2
            """, binding: last, limit
        ) { row in
            (id: row[0] as Int64, name: row[1] as String, card: try row[2] as Person.ID?, hasSeen: row[3] as Bool)
        }
        let items = try accounts.map { account in
            let favorites = try favorites(of: account.id)
            let archived = ArchivedAccount(
                name: account.name, card: account.card, hasSeenTutorial: account.hasSeen, favorites: favorites)
            return NumberedItem(number: account.id, item: .account(archived))
        }
        // The guest comes after the last account.
        guard items.count < limit, last < .max else { return items }
        let guest = try favorites(of: nil)
        return guest.isEmpty ? items : items + [NumberedItem(number: .max, item: .guest(favorites: guest))]
    }

    private func favorites(of account: Int64?) throws -> [RecordID] {
        try connection.all(
            "SELECT kind, record_id FROM favorite_record WHERE account_id IS ?1 ORDER BY id", binding: account
        ) { RecordID(kind: try $0[0], number: $0[1]) }
    }

    /// Returns the sample data entries after an offset. The entries do not have numeric IDs.
    private func sampleData(after last: Int64) throws -> [NumberedItem] {
        let rows = try connection.all(
            """
            SELECT seed_set, kind, key, coalesce(person_id, group_id, planet_id, note_id) FROM planted
            ORDER BY seed_set, kind, key LIMIT ?2 OFFSET ?1
            """, binding: last, limit
        ) { row in
            let kind: Kind = try row[1]
            let number: Int64? = row[3]
            return ArchivedSampleData(
                set: row[0], kind: kind, key: row[2], record: number.map { RecordID(kind: kind, number: $0) })
        }
        return rows.enumerated().map {
            NumberedItem(number: last + Int64($0.offset) + 1, item: .sampleData($0.element))
        }
    }

    private func photos(_ column: String, of kind: Kind, after last: Int64) throws -> [NumberedItem] {
        let rows = try connection.all(
            "SELECT id, \(column) FROM \(kind.table) WHERE id > ?1 AND \(column) IS NOT NULL ORDER BY id LIMIT ?2",
            binding: last, limit(of: .photos)
        ) { (number: $0[0] as Int64, photo: try $0[1] as BlobID) }
        return rows.map { row in
            do throws(BlobProblem) {
                let bytes = try blobs.load(row.photo, as: [UInt8].self)
                return NumberedItem(number: row.number, item: .photo(row.photo, bytes: bytes))
            } catch {
                let record = RecordID(kind: kind, number: row.number)
                return NumberedItem(number: row.number, lost: UnreadablePhoto(of: record, error))
            }
        }
    }
}
