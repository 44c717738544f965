import Model

extension Store {
    public var persons: PersonStore { PersonStore(database: database) }
    public var groups: GroupStore { GroupStore(database: database) }
    public var planets: PlanetStore { PlanetStore(database: database) }
    public var notes: NoteStore { NoteStore(database: database) }
    public var search: SearchStore { SearchStore(database: database) }
    public var seeds: SeedStore { SeedStore(database: database) }
    public var history: HistoryStore { HistoryStore(database: database, clock: clock) }
}
