import Model

/// Everything the app is given; the app coordinator hands each flow only what it uses.
public struct Services: Sendable {
    public var persons: any PersonDataSource
    public var groups: any GroupDataSource
    public var planets: any PlanetDataSource
    public var notes: any NoteDataSource
    public var accounts: any AccountDataSource
    public var search: any SearchDataSource
    public var seeds: any SeedDataSource
    public var drafts: any DraftDataSource
    public var blobs: any BlobDataSource
    public var keeper: any StoreKeeper
    public var settings: any SettingsDataSource
    public var files: any FileAccess
    public var clock: Clock
    public var configuration: Configuration

    public init(
        persons: any PersonDataSource, groups: any GroupDataSource, planets: any PlanetDataSource, notes: any NoteDataSource,
        accounts: any AccountDataSource, search: any SearchDataSource, seeds: any SeedDataSource, drafts: any DraftDataSource,
        blobs: any BlobDataSource, keeper: any StoreKeeper, settings: any SettingsDataSource, files: any FileAccess,
        clock: Clock, configuration: Configuration
    ) {
        self.persons = persons
        self.groups = groups
        self.planets = planets
        self.notes = notes
        self.accounts = accounts
        self.search = search
        self.seeds = seeds
        self.drafts = drafts
        self.blobs = blobs
        self.keeper = keeper
        self.settings = settings
        self.files = files
        self.clock = clock
        self.configuration = configuration
    }
}

/// What day it is.
public struct Clock: Sendable {
    public let today: @Sendable () -> CivilDate

    public init(today: @escaping @Sendable () -> CivilDate) { self.today = today }
}

/// What the program was started with.
public struct Configuration: Sendable {
    public var version: String
    /// Where things are kept, by what they are: “store”, “configuration”.
    public var paths: [(name: String, path: String)]
    /// Rows of a list on one page.
    public var pageSize: Int
    /// What the program itself takes, beside the commands.
    public var options: [Option]
    /// Told what the user does, when `--debug` asks for it; never a secret.
    public var log: @Sendable (String) -> Void
    public var progress: @Sendable (SeedProgress) -> Void

    public init(
        version: String, paths: [(name: String, path: String)] = [], pageSize: Int = 50, options: [Option] = [],
        log: @escaping @Sendable (String) -> Void = { _ in },
        progress: @escaping @Sendable (SeedProgress) -> Void = { _ in }
    ) {
        self.version = version
        self.paths = paths
        self.pageSize = pageSize
        self.options = options
        self.log = log
        self.progress = progress
    }
}

/// Files that people name: photos to take in and to give out.
public protocol FileAccess: Sendable {
    /// The bytes of a regular file of at most `limit` bytes.
    func read(_ path: String, limit: Int) async throws -> [UInt8]
    /// Makes a new file; refuses an existing one.
    func write(_ bytes: [UInt8], to path: String) async throws
}
