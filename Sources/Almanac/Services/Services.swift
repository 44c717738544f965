import Interchange
import Model
import Sync

/// The services that the app depends on. Each flow receives only the services that it uses.
public struct Services: Sendable {
    public var persons: any PersonDataSource
    public var groups: any GroupDataSource
    public var planets: any PlanetDataSource
    public var notes: any NoteDataSource
    public var occasions: any OccasionDataSource
    public var recipients: any RecipientDataSource
    public var accounts: any AccountDataSource
    public var favorites: any FavoriteDataSource
    public var search: any SearchDataSource
    public var duplicates: any DuplicateDataSource
    public var imports: any ImportDataSource
    public var exports: any ExportDataSource
    public var archive: any ArchiveDataSource
    public var remotes: any RemoteDataSource
    public var history: any HistoryDataSource
    public var seeds: any SeedDataSource
    public var drafts: any DraftDataSource
    public var blobs: any BlobDataSource
    public var maintenance: any DatabaseMaintenance
    public var settings: any SettingsDataSource
    public var files: any FileAccess
    public var editor: any TextEditor
    public var clock: Clock
    public var configuration: Configuration

    public init(
        persons: any PersonDataSource, groups: any GroupDataSource, planets: any PlanetDataSource,
        notes: any NoteDataSource, occasions: any OccasionDataSource, recipients: any RecipientDataSource,
        accounts: any AccountDataSource, favorites: any FavoriteDataSource, search: any SearchDataSource,
        duplicates: any DuplicateDataSource, imports: any ImportDataSource, exports: any ExportDataSource,
        archive: any ArchiveDataSource, remotes: any RemoteDataSource, history: any HistoryDataSource,
        seeds: any SeedDataSource, drafts: any DraftDataSource, blobs: any BlobDataSource,
        maintenance: any DatabaseMaintenance, settings: any SettingsDataSource, files: any FileAccess,
        editor: any TextEditor, clock: Clock, configuration: Configuration
    ) {
        self.persons = persons
        self.groups = groups
        self.planets = planets
        self.notes = notes
        self.occasions = occasions
        self.recipients = recipients
        self.accounts = accounts
        self.favorites = favorites
        self.search = search
        self.duplicates = duplicates
        self.imports = imports
        self.exports = exports
        self.archive = archive
        self.remotes = remotes
        self.history = history
        self.seeds = seeds
        self.drafts = drafts
        self.blobs = blobs
        self.maintenance = maintenance
        self.settings = settings
        self.files = files
        self.editor = editor
        self.clock = clock
        self.configuration = configuration
    }
}
