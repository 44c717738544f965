import Model

extension Store {
    public var persons: PersonStore { PersonStore(database: database, clock: clock) }
    public var groups: GroupStore { GroupStore(database: database, clock: clock) }
    public var planets: PlanetStore { PlanetStore(database: database, clock: clock) }
    public var notes: NoteStore { NoteStore(database: database, clock: clock) }
    public var occasions: OccasionStore { OccasionStore(database: database) }
    public var recipients: RecipientStore { RecipientStore(database: database) }
    public var archive: ArchiveStore { ArchiveStore(database: database, blobs: blobs, clock: clock) }
    public var search: SearchStore { SearchStore(database: database) }
    public var seeds: SeedStore { SeedStore(database: database, clock: clock) }
    public var duplicates: DuplicateStore { DuplicateStore(database: database, clock: clock) }
    public var imports: ImportStore { ImportStore(database: database, clock: clock, blobs: blobs) }
    public var exports: ExportStore { ExportStore(database: database, blobs: blobs) }
    public var history: HistoryStore { HistoryStore(database: database, clock: clock) }
}
