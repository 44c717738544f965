import Model
import SQLite

/// The data source of records of one kind.
public struct RecordStore<Content: Recordable>: RecordDataSource {
    let database: StoreDatabase
    let clock: StoreClock
    /// A closure that returns the table, which is not created before its first use.
    let makeTable: @Sendable () -> RecordTable<Content>
    /// The account whose favorites are tested by filters, or `nil` for a guest.
    private(set) var account: Account.ID?

    var table: RecordTable<Content> {
        var table = makeTable()
        table.account = account
        return table
    }

    init(
        database: StoreDatabase, clock: StoreClock, makeTable: @escaping @Sendable () -> RecordTable<Content>
    ) {
        self.database = database
        self.clock = clock
        self.makeTable = makeTable
    }

    public func filtering(for account: Account.ID?) -> RecordStore {
        var store = self
        store.account = account
        return store
    }

    public func records(_ ids: [TypedRecordID<Content>]) async throws -> [Record<Content>] {
        try await database.reading { [table] in try table.fetch(ids.map(\.rawValue), from: $0) }
    }

    public func record(_ id: TypedRecordID<Content>, at time: Timestamp) async throws -> Record<Content> {
        try await database.reading { [table] in try table.record(id, at: time, in: $0) }
    }

    public func list(_ listing: ListRequest<Content>) async throws -> ResultPage<Record<Content>> {
        try await database.reading { [table] in try table.list(listing, in: $0) }
    }

    public func explain(_ listing: ListRequest<Content>) async throws -> [StatementPlan] {
        try await database.reading { [table] in try table.explain(listing, in: $0) }
    }

    public func count(_ scope: ListScope, matching text: String, where filter: Filter?) async throws -> Int {
        try await database.reading { [table] in try table.count(scope, matching: text, where: filter, in: $0) }
    }

    public func count(before id: RecordID, in listing: ListRequest<Content>) async throws -> Int {
        try await database.reading { [table] in try table.count(before: id, in: listing, $0) }
    }

    public func named(_ text: String) async throws -> [RecordReference] {
        try await database.reading { [table] in try table.named(text, in: $0) }
    }

    public func add(_ contents: [Content], in context: CommandContext) async throws -> [TypedRecordID<Content>] {
        for content in contents { try RecordRules.check(content, in: table) }
        let today = Conventions.current.today()
        return try await database.recording(in: context, at: clock) { [table] connection in
            let index = SearchIndexer(connection)
            let ids = try table.add(contents, on: today, to: index).map(TypedRecordID<Content>.init(rawValue:))
            try Tables.addNotes(of: zip(ids, contents), on: today, to: index)
            return ids
        }
    }

    public func update(_ updates: [RecordUpdate<Content>], in context: CommandContext) async throws {
        for update in updates { try RecordRules.check(update.content, in: table) }
        let today = Conventions.current.today()
        try await database.recording(in: context, at: clock) { [table] connection in
            let index = SearchIndexer(connection)
            for update in updates {
                let record = update.record
                let entered = update.content.withoutNoteToAdd
                let isSame = record.content == entered
                let content = isSame ? entered : table.completed(entered, record.content)
                try table.update(record, to: content, in: connection)
                try index.replace(content, of: record.id, in: table)
            }
            let changes = updates.map { ContentChange(former: $0.record.content, content: $0.content) }
            try table.didChange?(changes, today, index)
            try Tables.addNotes(of: updates.map { ($0.record.id, $0.content) }, on: today, to: index)
        }
    }

    public func delete(_ ids: [TypedRecordID<Content>], in context: CommandContext) async throws {
        let ids = ids.map(\.rawValue).unique
        let today = Conventions.current.today()
        try await database.recording(in: context, at: clock) { [table] connection in
            let index = SearchIndexer(connection)
            let deleted =
                table.didChange == nil ? [] : try table.fetch(ids, tied: table.withoutLinks, from: connection)
            try table.delete(ids, from: connection)
            try index.remove(ids, of: Content.kind)
            try table.didChange?(deleted.map { ContentChange(former: $0.content) }, today, index)
        }
    }
}

// MARK: - Kinds

extension RecordStore: PersonDataSource where Content == Person {
    public func write(_ writes: [PersonChange], in context: CommandContext) async throws -> [Record<Person>] {
        for write in writes { try RecordRules.check(write.content, in: table) }
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
}

extension RecordStore where Content == Person {
    public func relations(of persons: [Person.ID], limit: Int) async throws -> [PersonRelation] {
        try await database.reading { connection in
            try RelationLinks(connection: connection).relations(of: persons.map(\.rawValue), limit: limit)
        }
    }
}

extension RecordStore: PlanetDataSource where Content == Planet {
    public func systems(of name: String) async throws -> [PlanetSystem] {
        try await database.reading { [table] in try table.systems(of: name, in: $0) }
    }

    public func siblings(of id: Planet.ID) async throws -> LinkedRecords {
        try await database.reading { [table] in try table.siblings(of: id.rawValue, in: $0) }
    }

    public func faults() async throws -> [CatalogFault] {
        try await database.reading { try CatalogFaultFinder(connection: $0).all() }
    }
}

extension RecordStore: NoteDataSource where Content == Note {
    public func addMessage(_ entry: Note, in context: CommandContext) async throws -> (id: Note.ID, isNew: Bool) {
        try RecordRules.check(entry, in: table)
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
    public func add(_ members: [RecordID], to group: Group.ID, in context: CommandContext) async throws -> [Kind: Int] {
        try await change(members, in: context) { try $0.add($1, to: group.rawValue, in: $2) }
    }

    public func add(_ group: Group, with members: [RecordID], in context: CommandContext) async throws -> Group.ID {
        try RecordRules.check(group, in: table)
        return try await database.recording(in: context, at: clock) { [table] connection in
            let id = try table.insert(group, into: connection)
            for (kind, members) in Dictionary(grouping: members, by: \.kind) {
                guard let links = Membership(of: kind) else { continue }
                _ = try links.add(members.map(\.number), to: id, in: connection)
            }
            try SearchIndexer(connection).add([(id, table.entry(of: group))], of: table)
            return Group.ID(rawValue: id)
        }
    }

    public func remove(
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
