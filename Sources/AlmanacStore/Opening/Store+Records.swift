import Model

extension Store {
    public var persons: RecordStore<Person> { records(in: Tables.persons) }
    public var groups: RecordStore<Group> { records(in: Tables.groups) }
    public var planets: RecordStore<Planet> { records(in: Tables.planets) }
    public var notes: RecordStore<Note> { records(in: Tables.notes) }

    private func records<Content>(
        in table: @autoclosure @escaping @Sendable () -> RecordTable<Content>
    ) -> RecordStore<Content> {
        RecordStore(database: database, clock: clock, makeTable: table)
    }

    public var occasions: OccasionStore { OccasionStore(database: database) }
    public var recipients: RecipientStore { RecipientStore(database: database) }
    public var search: SearchStore { SearchStore(database: database) }
    public var history: HistoryStore { HistoryStore(database: database, clock: clock) }
}
