import Model
import SQLite

/// The data source of records of one kind.
struct RecordStore<Content: StoredRecord>: RecordDataSource {
    let database: StoreDatabase
    let clock: StoreClock
    /// The account whose favorites are tested by filters, or `nil` for a guest.
    var account: Account.ID?

    private var table: RecordTable<Content> {
        var table = Content.table
        table.account = account
        return table
    }

    func filtering(for account: Account.ID?) -> RecordStore {
        var store = self
        store.account = account
        return store
    }

    func records(_ ids: [TypedRecordID<Content>]) async throws -> [Record<Content>] {
        try await database.reading { [table] in try table.fetch(ids.map(\.rawValue), from: $0) }
    }

    func record(_ id: TypedRecordID<Content>, at time: Timestamp) async throws -> Record<Content> {
        try await database.reading { [table] in try table.record(id, at: time, in: $0) }
    }

    func list(_ listing: ListRequest<Content>) async throws -> ResultPage<Record<Content>> {
        try await database.reading { [table] in try table.list(listing, in: $0) }
    }

    func explain(_ listing: ListRequest<Content>) async throws -> [StatementPlan] {
        try await database.reading { [table] in try table.explain(listing, in: $0) }
    }

    func count(_ scope: ListScope, matching text: String, where filter: Filter?) async throws -> Int {
        try await database.reading { [table] in try table.count(scope, matching: text, where: filter, in: $0) }
    }

    func count(before id: RecordID, in listing: ListRequest<Content>) async throws -> Int {
        try await database.reading { [table] in try table.count(before: id, in: listing, $0) }
    }

    func named(_ text: String) async throws -> [RecordReference] {
        try await database.reading { [table] in try table.named(text, in: $0) }
    }

    func add(_ contents: [Content], in context: CommandContext) async throws -> [TypedRecordID<Content>] {
        for content in contents { try RecordRules.check(content) }
        let today = Conventions.current.today()
        return try await database.recording(in: context, at: clock) { [table] connection in
            let index = SearchIndexer(connection)
            let ids = try table.add(contents, on: today, to: index).map(TypedRecordID<Content>.init(rawValue:))
            try Note.addNotes(of: zip(ids, contents), on: today, to: index)
            return ids
        }
    }

    func update(_ updates: [RecordUpdate<Content>], in context: CommandContext) async throws {
        for update in updates { try RecordRules.check(update.content) }
        let today = Conventions.current.today()
        try await database.recording(in: context, at: clock) { [table] connection in
            let index = SearchIndexer(connection)
            for update in updates {
                let record = update.record
                let entered = update.content.withoutNoteToAdd
                let isSame = record.content == entered
                let content = isSame ? entered : entered.completed(replacing: record.content)
                try table.update(record, to: content, in: connection)
                try index.replace(content, of: record.id)
            }
            let changes = updates.map { ContentChange(former: $0.record.content, content: $0.content) }
            try table.didChange?(changes, today, index)
            try Note.addNotes(of: updates.map { ($0.record.id, $0.content) }, on: today, to: index)
        }
    }

    func delete(_ ids: [TypedRecordID<Content>], in context: CommandContext) async throws {
        let ids = ids.map(\.rawValue).unique
        let today = Conventions.current.today()
        try await database.recording(in: context, at: clock) { [table] connection in
            let index = SearchIndexer(connection)
            let deleted =
                table.didChange == nil ? [] : try table.fetch(ids, tied: nil, from: connection)
            try table.delete(ids, from: connection)
            try index.remove(ids, of: Content.kind)
            try table.didChange?(deleted.map { ContentChange(former: $0.content) }, today, index)
        }
    }
}

// MARK: - Kinds

extension RecordStore: PersonDataSource where Content == Person {
    func write(_ writes: [PersonChange], in context: CommandContext) async throws -> [Record<Person>] {
        for write in writes { try RecordRules.check(write.content) }
        return try await database.recording(in: context, at: clock) { [table] connection in
            try writes.map { write in
                guard let record = write.record else {
                    return try table.fetch(try table.insert(write.content, into: connection), from: connection)
                }
                try table.update(record, to: write.content, in: connection)
                return try table.fetch(record.id.rawValue, from: connection)
            }
        }
    }

    func relations(of persons: [Person.ID], limit: Int) async throws -> [PersonRelation] {
        try await database.reading { connection in
            try RelationLinks(connection: connection).relations(of: persons.map(\.rawValue), limit: limit)
        }
    }
}

extension RecordStore: PlanetDataSource where Content == Planet {
    func systems(of name: String) async throws -> [PlanetSystem] {
        try await database.reading { [table] in try table.systems(of: name, in: $0) }
    }

    func siblings(of id: Planet.ID) async throws -> LinkedRecords {
        try await database.reading { [table] in try table.siblings(of: id.rawValue, in: $0) }
    }

    func faults() async throws -> [CatalogFault] {
        try await database.reading { try CatalogFaultFinder(connection: $0).all() }
    }
}

extension RecordStore: NoteDataSource where Content == Note {
    func addMessage(_ entry: Note, in context: CommandContext) async throws -> (id: Note.ID, isNew: Bool) {
        try RecordRules.check(entry)
        let today = Conventions.current.today()
        return try await database.recording(in: context, at: clock) { [table] connection in
            let known = try connection.first(
                "SELECT id FROM note WHERE message_id = ?1 ORDER BY id LIMIT 1", binding: entry.messageID
            ) { try $0[0] as Note.ID }
            if let known { return (known, false) }
            let ids = try table.add([entry], on: today, to: SearchIndexer(connection))
            return (Note.ID(rawValue: ids[0]), true)
        }
    }
}

extension RecordStore: GroupDataSource where Content == Group {
    func add(_ members: [RecordID], to group: Group.ID, in context: CommandContext) async throws -> [Kind: Int] {
        try await change(members, in: context) { try $0.add($1, to: group.rawValue, in: $2) }
    }

    func add(_ group: Group, with members: [RecordID], in context: CommandContext) async throws -> Group.ID {
        try RecordRules.check(group)
        return try await database.recording(in: context, at: clock) { [table] connection in
            let id = try table.insert(group, into: connection)
            for (kind, members) in Dictionary(grouping: members, by: \.kind) {
                guard let links = Membership(of: kind) else { continue }
                _ = try links.add(members.map(\.number), to: id, in: connection)
            }
            try SearchIndexer(connection).add([(id, table.entry(of: group))], of: Group.self)
            return Group.ID(rawValue: id)
        }
    }

    func remove(
        _ members: [RecordID], from group: Group.ID, in context: CommandContext
    ) async throws -> [Kind: Int] {
        try await change(members, in: context) { try $0.remove($1, from: group.rawValue, in: $2) }
    }

    private func change(
        _ members: [RecordID], in context: CommandContext,
        _ change: @escaping @Sendable (Membership, [Int64], Connection) throws -> Int
    ) async throws -> [Kind: Int] {
        try await database.recording(in: context, at: clock) { connection in
            var changed: [Kind: Int] = [:]
            for (kind, members) in Dictionary(grouping: members, by: \.kind) {
                guard let links = Membership(of: kind) else { continue }
                changed[kind] = try change(links, members.map(\.number), connection)
            }
            return changed
        }
    }
}
