import Almanac
import AlmanacStore
import FileIO
import Glibc
import Interchange
import Model
import Navigation
import Rendering
import Terminal
import Text
import Transfer

// Opens the database and creates the app.
extension AppRuntime {
    func start(for need: StoreAccess, isInteractive: Bool) async throws -> (AppCoordinator, AppState) {
        if arguments.demo?.isReset == true { try location.remove() }
        let store = try await store(for: need)
        opened.set(store)
        if arguments.demo != nil { try await loadDemo(into: store) }
        let services = services(of: store)
        if isInteractive, store.isReadOnly {
            reporter.notify("\(paths.store) is read-only.")
        }
        if isInteractive, let failure = DatabaseMaintainer(of: location, cards: cards).lastBackupFailure {
            reporter.notify(failure.message)
        }
        let session =
            store.isAvailable
            ? try await CurrentSession.begin(
                accounts: services.accounts, mayAsk: isInteractive && arguments.demo == nil)
            : CurrentSession(.guest, accounts: services.accounts)
        let coordinator = AppCoordinator(services: services, session: session)
        guard isInteractive else { return (coordinator, try await AppState(coordinator)) }
        let saved = arguments.demo?.isReset == true ? nil : navigationFile(session.session)?.load()
        return (coordinator, try await AppState(coordinator, resuming: saved ?? SavedState()))
    }

    /// Loads the sample data into a new demo database.
    private func loadDemo(into store: Store) async throws {
        guard store.isAvailable else { return }
        let steps = try await store.history.steps(about: nil, at: .beginning, limit: 1)
        guard steps.items.isEmpty else { return }
        let sets = ["flintstones", "swapi", "solar"]
        _ = try await indicator.during("Loading the sample data") {
            let data = try await store.seeds.read(sets.map(SeedSource.named))
            return try await data.load(
                in: CommandContext(ShellWords.joined(["seed"] + sets), by: nil), progress: { _ in })
        }
        reporter.notify("Created the demo database \(paths.store). Your own database is not opened.")
    }

    /// Returns the file that stores the navigation and the prompts, or `nil` if the user is signed out.
    func navigationFile(_ session: Session) -> NavigationFile? {
        session == .signedOut ? nil : NavigationFile(state: paths.state, store: paths.store, account: session.account)
    }

    /// Returns the history of typed lines. Lines that may contain a passphrase are excluded.
    private var history: History {
        if arguments.recordsHistory { try? PrivateFile.makeFolder(FileSystem.folder(of: paths.history)) }
        return History(
            path: paths.history, limit: settings.historySize ?? History.defaultLimit,
            isPrivate: !arguments.recordsHistory,
            keeps: { !TypedLine($0).mayContainSecret })
    }

    /// Returns the line reader of the interactive prompt.
    func lineReader() -> LineReader {
        let reader = LineReader(traits: traits, history: history, signals: signals)
        reader.options.showsSuggestions = settings.suggestions
        reader.options.showsMenu = settings.completionMenu
        return reader
    }

    var editor: ExternalEditor {
        ExternalEditor(
            environment: environment, settings: configuration, folder: paths.state + "/editing", signals: signals,
            indicator: indicator)
    }

    private var files: LocalFiles { LocalFiles(folder: paths.state + "/editing", readsCommands: readsCommands) }

    var cards: VCardInterpreter { VCardInterpreter() }

    /// A reader of the passwords of servers, which keeps them in memory.
    private var passwords: PasswordStore {
        PasswordStore(
            environment: environment, traits: traits, isInteractive: isInteractive, signals: signals,
            indicator: indicator)
    }

    private func services(of store: Store) -> Services {
        let (traits, settings, isInteractive) = (traits, settings, isInteractive)
        var configured = Configuration(version: Release.version, svg: { $0.svg($1) })
        configured.paths = paths.all
        configured.pageSize = { settings.pageSize ?? (isInteractive ? max(5, traits.size.rows - 8) : 200) }
        if isAtPrompt, settings.pageSize == nil {
            configured.fittingRows = { page in
                // The prompt needs a line.
                try? await PageRenderer(nil, traits).fittingRows(of: page, in: traits.size.rows - 2)
            }
        }
        configured.options = ProgramOption.listed
        configured.articles = Documentation.articles
        configured.isAtPrompt = isAtPrompt
        configured.log = { [reporter] line in if reporter.isDebugging { reporter.notify("debug: \(line())", .dim) } }
        configured.progress = { [indicator] step in
            indicator.update(done: step.done, of: step.total > 0 ? step.total : nil)
        }
        configured.notify = { [reporter, indicator] line in indicator.write { reporter.notify(line) } }
        let remotes = store.remotes(passwords: passwords)
        let completer = StoreCompleter(search: store.search, history: store.history, remotes: remotes)
        configured.completions = { text, line, commands in
            await ShellCompleter(completer: CommandCompleter(commands: commands, store: completer))
                .words(startingWith: text, after: line)
        }
        return Services(
            persons: store.persons, groups: store.groups, planets: store.planets, notes: store.notes,
            occasions: store.occasions, recipients: store.recipients, accounts: store.accounts,
            favorites: store.favorites, search: store.search, duplicates: store.duplicates, imports: store.imports,
            exports: store.exports, archive: store.archive, remotes: remotes,
            history: store.history, seeds: store.seeds, drafts: store.drafts, blobs: store.blobs,
            maintenance: DatabaseMaintainer(of: store.location, cards: cards),
            settings: UserSettings(file: configuration, store: store),
            files: files, editor: editor, clock: .local, configuration: configured)
    }

    /// Opens the database if a command needs it. For maintenance commands, a damaged database is not an error.
    private func store(for need: StoreAccess) async throws -> Store {
        if need == .none {
            return Store(unavailableAt: location, because: StoreProblem.missing(path: paths.store), cards: cards)
        }
        do {
            // Create a missing default database, but a missing named database only for commands that add records.
            let isAllowed = arguments.createsDatabase || !paths.isStoreNamed
            let createsFile = need == .creation || need == .existing && isAllowed
            // The path of a missing folder may be misspelled.
            let folder = FileSystem.folder(of: paths.store)
            if createsFile, !isAllowed, !isAtPrompt, access(folder, F_OK) != 0 {
                throw StoreProblem.missingFolder(folder)
            }
            return try await indicator.during("Opening the database") {
                try await Store.open(
                    at: location, mode: createsFile ? .createIfMissing : .readWrite, cards: cards,
                    sortLanguage: SortAlphabet.language(ofLocale: LocaleName.of("LC_COLLATE", environment)))
            }
        } catch {
            guard need == .maintenance else { throw error }
            return Store(unavailableAt: location, because: error, cards: cards)
        }
    }
}
