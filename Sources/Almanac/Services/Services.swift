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

    /// Returns the services with data sources whose filters test the favorites of an account, or of the guest if it is
    /// `nil`.
    func filtering(for account: Account.ID?) -> Services {
        // By default, the data sources test the favorites of the guest.
        guard account != nil else { return self }
        var services = self
        services.persons = persons.filtering(for: account)
        services.groups = groups.filtering(for: account)
        services.planets = planets.filtering(for: account)
        services.notes = notes.filtering(for: account)
        return services
    }
}

/// The context of all screens: the session, the date, the page size, the accounts, and the favorites.
struct FlowContext: Sendable {
    let session: Session
    let today: CivilDate
    let pageSize: Int
    let accounts: any AccountDataSource
    let favorites: any FavoriteDataSource

    func favorites(among ids: [RecordID]) async throws -> Set<RecordID> {
        guard session != .signedOut, !ids.isEmpty else { return [] }
        return try await favorites.favorites(of: session.account, among: ids)
    }

    func isFavorite(_ id: RecordID) async throws -> Bool {
        try await favorites(among: [id]).contains(id)
    }

    /// Returns the user’s age in days, or `nil` if the user has no card with a complete birthday.
    func age(_ persons: any PersonDataSource) async throws -> Int? {
        guard let account = session.account, let card = try await accounts.account(account)?.card,
            let birthday = try await persons.records([.init(rawValue: card.id.number)]).first?.content.birthday
        else { return nil }
        return CivilDate(birthday).map { today.daysSince1970 - $0.daysSince1970 }
    }
}

extension AutomaticBackups {
    /// Runs a large change after an automatic backup. If the command has changed nothing, the backup is discarded.
    ///
    /// - Returns: The result, and whether the command has changed anything. If the history cannot be read, the backup
    ///   is kept.
    func backingUp<Result>(
        before reason: BackupReason, steps: any CommandStepDataSource, in context: CommandContext,
        _ change: () async throws -> Result
    ) async throws -> (result: Result, hasChanged: Bool) {
        let backup = try await backUpBefore(reason, in: context)
        let result: Result
        do {
            result = try await change()
        } catch {
            // A cancelled task cannot read the history, so another task does.
            _ = await Task { await discardIfUnchanged(backup, steps, in: context) }.value
            throw error
        }
        return (result, await discardIfUnchanged(backup, steps, in: context))
    }

    /// Discards the backup if the command has changed nothing. Returns whether it has changed anything, or `true` if
    /// the history cannot be read.
    private func discardIfUnchanged(
        _ backup: BackupReport?, _ steps: any CommandStepDataSource, in context: CommandContext
    ) async -> Bool {
        guard let step = try? await steps.step(of: context) as Step?? else { return true }
        if step != nil { return true }
        if let backup { try? await discard(backup) }
        return false
    }
}
