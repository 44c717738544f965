import Model

extension Store {
    public var persons: PersonStore { PersonStore(database: database, clock: clock) }
    public var groups: GroupStore { GroupStore(database: database, clock: clock) }
    public var planets: PlanetStore { PlanetStore(database: database, clock: clock) }
    public var notes: NoteStore { NoteStore(database: database, clock: clock) }
    public var occasions: OccasionStore { OccasionStore(database: database) }
    public var recipients: RecipientStore { RecipientStore(database: database) }
    public var search: SearchStore { SearchStore(database: database) }
    public var history: HistoryStore { HistoryStore(database: database, clock: clock) }
}
