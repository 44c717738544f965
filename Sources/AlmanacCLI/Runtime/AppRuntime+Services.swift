import Almanac
import AlmanacStore
import Interchange
import Model
import Navigation
import Rendering
import Terminal
import Transfer

// The app on its database, and the files that keep its state between runs.
extension AppRuntime {
    func start(for need: StoreAccess, isInteractive: Bool) async throws -> (AppCoordinator, AppState) {
        let store = try await store(for: need)
        opened.set(store)
        let services = try await services(of: store)
        if isInteractive, store.isReadOnly {
            reporter.notify("\(paths.store) can only be read: nothing can be changed.")
        }
        let session =
            store.isAvailable
            ? try await CurrentSession.begin(accounts: services.accounts, mayAsk: isInteractive)
            : CurrentSession(.guest, accounts: services.accounts)
        let coordinator = AppCoordinator(services: services, session: session)
        let navigation =
            isInteractive ? navigationFile(await session.session)?.load() ?? NavigationStack() : NavigationStack()
        return (coordinator, try await AppState(coordinator, at: navigation, isInteractive: isInteractive))
    }

    /// The file of the last location; nil while signed out.
    func navigationFile(_ session: Session) -> NavigationFile? {
        session == .signedOut ? nil : NavigationFile(state: paths.state, store: paths.store, account: session.account)
    }

    /// The history of typed lines, without those that contain a passphrase; empty if its folder cannot be created.
    private func history(_ settings: Settings) -> History {
        if !arguments.isPrivate { try? PrivateFile.makeFolder(of: paths.history) }
        return History(
            path: paths.history, limit: settings.historySize ?? History.usualLimit, isPrivate: arguments.isPrivate,
            keeps: { !TypedLine($0).mayContainSecret })
    }

    /// The line editor of the interactive prompt.
    func lineReader() async throws -> LineReader {
        let settings = try await configuration.settings()
        let reader = LineReader(traits: traits, history: history(settings), signals: signals)
        reader.options = LineEditorOptions(
            showsSuggestions: settings.suggestions, showsMenu: settings.completionMenu)
        return reader
    }

    /// The editor for long texts.
    var editor: ExternalEditor {
        ExternalEditor(
            environment: environment, settings: configuration, folder: paths.state + "/editing", signals: signals)
    }

    private var files: LocalFiles { LocalFiles(folder: paths.state + "/editing") }

    private var cards: VCardInterpreter { VCardInterpreter() }

    private func services(of store: Store) async throws -> Services {
        let settings = try await configuration.settings()
        let (traits, isInteractive) = (traits, isInteractive)
        var configured = Configuration(version: Release.version, svg: { $0.svg })
        configured.paths = paths.all
        configured.pageSize = { settings.pageSize ?? (isInteractive ? max(5, traits.size.rows - 8) : 200) }
        configured.options = Option.ofProgram
        configured.log = { [reporter] line in if reporter.isDebugging { reporter.notify("debug: \(line)", .dim) } }
        configured.progress = { [indicator] step in
            indicator.update(done: step.done, of: step.total > 0 ? step.total : nil)
        }
        configured.notify = { [reporter] line in reporter.notify(line) }
        return Services(
            persons: store.persons, groups: store.groups, planets: store.planets, notes: store.notes,
            occasions: store.occasions, recipients: store.recipients, accounts: store.accounts, search: store.search,
            duplicates: store.duplicates, imports: store.imports, exports: store.exports, archive: store.archive,
            history: store.history, seeds: store.seeds, drafts: store.drafts, blobs: store.blobs,
            maintenance: DatabaseMaintainer(of: store.location, cards: cards), settings: configuration, files: files,
            editor: editor,
            clock: .local, configuration: configured)
    }

    /// The database; unavailable if the commands do not need it, or if they are to repair it.
    private func store(for need: StoreAccess) async throws -> Store {
        let location = StoreLocation(paths.store)
        if need == .nothing {
            return Store(unavailableAt: location, because: StoreProblem.missing(path: paths.store), cards: cards)
        }
        do {
            // The default database is created if it is missing; a named one only by commands that add to it.
            let isMade = need == .making || need == .opening && !paths.isStoreNamed
            return try await indicator.during("Opening the store") {
                try await Store.open(
                    at: location, mode: isMade ? .createIfMissing : .readWrite, cards: cards)
            }
        } catch {
            guard need == .care else { throw error }
            return Store(unavailableAt: location, because: error, cards: cards)
        }
    }
}
