import Almanac
import AlmanacStore
import FileIO
import Glibc
import Interchange
import Model
import Navigation
import Rendering
import Synchronization
import Terminal
import Text

/// The dependencies of one run of the program.
struct AppRuntime {
    let arguments: ProgramArguments
    let environment: [String: String]
    let traits: TerminalTraits
    let reporter: ErrorReporter
    let configuration: ConfigurationFile
    /// The settings at the start of the program.
    let settings: Settings
    let signals: SignalDispatcher
    let indicator: ProgressIndicator
    let opened = OpenedStore()

    var paths: Paths { Paths(environment, database: arguments.database, isDemo: arguments.demo != nil) }
    var location: StoreLocation { StoreLocation(paths.store, state: paths.state) }
    var isInteractive: Bool { traits.isInputTTY && traits.isOutputTTY && arguments.mayAsk }

    /// Whether commands are entered at the prompt. This is the case for an interactive session without a command or
    /// with `open`.
    var isAtPrompt: Bool {
        switch arguments.work {
        case .standardInput: isInteractive
        case .words(let words): isInteractive && words.first == "open" && !ShellWords.containsHelpOption(words)
        case .lines, .script: false
        }
    }

    /// Whether standard input contains the commands.
    var readsCommands: Bool {
        switch arguments.work {
        case .standardInput: !isInteractive
        case .script(let path): path == "-"
        case .words, .lines: false
        }
    }

    /// Standard output, shown in a pager unless the pager is disabled.
    var pagedOutput: Output {
        guard arguments.mayPage else { return .standardOutput() }
        return Pager.forStandardOutput(traits, environment: environment, signals: signals) { line in
            (try? ShellWords.split(line)) ?? []
        }
    }
}

/// An owner of the open database. It closes the database and checkpoints the WAL before the program ends.
final class OpenedStore: Sendable {
    private let store = Mutex<Store?>(nil)

    func set(_ opened: Store) {
        store.withLock { $0 = opened }
    }

    /// The number of transactions that changed the database and were committed since it was opened.
    var changeCount: Int { store.withLock { $0?.changeCount ?? 0 } }

    /// Closes the database.
    ///
    /// - Returns: Whether its records were changed.
    func close() -> Bool {
        let store = store.withLock { $0 }
        store?.close()
        return store?.hasChanged ?? false
    }
}

// Opens the database and creates the app.
extension AppRuntime {
    func start(for need: StoreAccess, isInteractive: Bool) async throws -> (AppCoordinator, AppState) {
        if arguments.demo?.isReset == true { try location.remove() }
        let store = try await store(for: need)
        opened.set(store)
        DebugLog.note(.startup, store.isAvailable ? paths.store : "without a database")
        if arguments.demo != nil { try await loadDemo(into: store) }
        let services = services(of: store)
        if isInteractive, store.isReadOnly {
            reporter.notify("\(paths.store) is read-only.")
        }
        if isInteractive, let failure = DatabaseMaintainer(of: location).lastBackupFailure {
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

    /// The history of typed lines, except those that may contain a passphrase.
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

    /// A reader that keeps server passwords in memory.
    private var passwords: PasswordStore {
        PasswordStore(
            environment: environment, traits: traits, isInteractive: isInteractive, signals: signals,
            indicator: indicator)
    }

    private func services(of store: Store) -> Services {
        let (traits, settings, isInteractive) = (traits, settings, isInteractive)
        var configured = Configuration(
            version: Release.version, svg: { $0.svg($1) }, qrCode: { try QREncoder().modules(of: $0) })
        configured.paths = paths.all
        configured.pageSize = { settings.pageSize ?? (isInteractive ? max(5, traits.size.rows - 8) : 200) }
        if isAtPrompt, settings.pageSize == nil {
            configured.fittingRows = { page in
                // Two lines are reserved: for the position in the list and for the prompt.
                try? await PageRenderer(nil, traits).fittingRows(of: page, in: traits.size.rows - 2)
            }
        }
        configured.options = ProgramOption.listed
        configured.articles = Documentation.articles
        configured.isAtPrompt = isAtPrompt
        configured.progress = { [indicator] step in indicator.update(done: step.done, of: step.total) }
        configured.notify = { [reporter, indicator] line in indicator.write { reporter.notify(line) } }
        let remotes = store.remotes(passwords: passwords)
        let completer = StoreCompleter(
            search: store.search, history: store.history, seeds: store.seeds, remotes: remotes)
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
            maintenance: DatabaseMaintainer(of: store.location),
            settings: UserSettings(file: configuration, store: store),
            files: files, editor: editor, clock: .local, configuration: configured)
    }

    /// Opens the database if a command needs it. For maintenance commands, a damaged database is not an error.
    private func store(for need: StoreAccess) async throws -> Store {
        if need == .none {
            return Store(unavailableAt: location, because: StoreProblem.missing(path: paths.store))
        }
        do {
            // A missing default database is created, except by maintenance commands. A missing named database is
            // created only on request, at the prompt, for commands from standard input, or by commands that add
            // records.
            let isAllowed = arguments.createsDatabase || !paths.isStoreNamed
            let createsFile = need == .creation || need == .existing && isAllowed
            // If the folder is also missing, the path may be misspelled.
            let folder = FileSystem.folder(of: paths.store)
            if createsFile, !isAllowed, !isAtPrompt, access(folder, F_OK) != 0 {
                throw StoreProblem.missingFolder(folder)
            }
            return try await indicator.during("Opening the database") {
                try await Store.open(
                    at: location, mode: createsFile ? .createIfMissing : .readWrite,
                    sortLanguage: SortAlphabet.language(ofLocale: LocaleName.name(for: "LC_COLLATE", environment)))
            }
        } catch {
            guard need == .maintenance else { throw error }
            return Store(unavailableAt: location, because: error)
        }
    }
}

// Runs the interactive prompt, one command, or a script.
extension AppRuntime {
    func run() async -> ExitStatus {
        defer {
            if opened.close() { DailyBackup(runtime: self).start() }
        }
        do {
            let dates = DatePhrases.chosen(settings.dates, environment: environment)
            let conventions = Conventions.chosen(settings.region, dates, environment: environment)
            let listener = MaintenanceProgress.Listener { [indicator] in
                indicator.update($0.part, done: $0.done, of: $0.total)
            }
            return try await DatePhrases.$current.withValue(dates) {
                try await Conventions.$current.withValue(conventions) {
                    try await MaintenanceProgress.$listener.withValue(listener) {
                        switch arguments.work {
                        case .standardInput where isInteractive: try await repl()
                        case .standardInput, .script("-"): try await script(ByteLineReader(0), named: "standard input")
                        case .words(let words): try await oneShot(words)
                        case .lines(let lines): try await script(lines, named: "-c")
                        case .script(let path): try await script(try readLines(of: path), named: path)
                        }
                    }
                }
            }
        } catch {
            return reporter.report(error)
        }
    }

    // MARK: - Modes

    private func oneShot(_ words: [String]) async throws -> ExitStatus {
        var (coordinator, state) = try await start(for: StoreAccess(of: [words]), isInteractive: false)
        notifyGuest(coordinator.session, before: words)
        state.isInteractive = isInteractive
        if isAtPrompt {
            try await state.interruptibly(signals) { try await $0.send(words: words) }
            // After a location is opened by its path, “back” leads to the location’s parents.
            var saved = navigationFile(coordinator.session.session)?.load() ?? SavedState()
            saved.navigation = NavigationStack(state.navigation.path)
            try await state.resume(saved)
            return try await repl(coordinator, state)
        }
        let status = try await CommandRunner(runtime: self).run(words, on: &state)
        if status == .done, isInteractive, state.scene.screen.question != nil {
            let reader = lineReader()
            return try await REPL(runtime: self, coordinator: coordinator, reader: reader, isOneShot: true).fill(state)
        }
        if let statusLine = state.statusLine { reporter.notify(statusLine) }
        return status
    }

    private func script(_ lines: [String], named name: String) async throws -> ExitStatus {
        var rest = lines[...]
        return try await script(named: name, need: StoreAccess(ofLines: lines)) { rest.popFirst() }
    }

    private func script(_ lines: ByteLineReader, named name: String) async throws -> ExitStatus {
        try await script(named: name, need: .creation) { try lines.next() }
    }

    private func readLines(of path: String) throws -> [String] {
        let reader: ByteLineReader
        do throws(FileFailure) {
            reader = ByteLineReader(of: try PrivateFile.readExisting(path, limit: 64 << 20))
        } catch {
            throw UsageProblem.unreadableScript(path: path, reason: error.reason)
        }
        var lines: [String] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    private func script(named name: String, need: StoreAccess, next: () throws -> String?) async throws -> ExitStatus {
        var (coordinator, state) = try await start(for: need, isInteractive: false)
        var isFirst = true
        return try await Script(runtime: self, name: name).run(on: &state) {
            guard let line = try next() else { return nil }
            if isFirst { notifyGuest(coordinator.session, before: (try? ShellWords.split(line)) ?? []) }
            isFirst = false
            return line
        }
    }

    /// Reports that commands run as a guest. Does nothing if the user chose to be a guest, or if the first command
    /// begins or ends a session or completes words for a shell.
    private func notifyGuest(_ session: CurrentSession, before words: [String]) {
        guard session.isUnchosen, !["login", "logout", "signup", ManualCommands.complete].contains(words.first) else {
            return
        }
        reporter.notify(AccountProblem.guestNotice, .dim)
    }

    private func repl() async throws -> ExitStatus {
        let (coordinator, state) = try await start(for: .creation, isInteractive: true)
        return try await repl(coordinator, state)
    }

    private func repl(_ coordinator: AppCoordinator, _ state: AppState) async throws -> ExitStatus {
        var interactive = state
        interactive.isInteractive = true
        return try await REPL(runtime: self, coordinator: coordinator, reader: lineReader()).run(interactive)
    }
}

/// The access to the database that a list of commands needs.
enum StoreAccess {
    /// No access to the database.
    case none
    /// Access for maintenance, even if the database cannot be opened normally.
    case maintenance
    /// Access to an existing database.
    case existing
    /// Access to a database that is created if it does not exist.
    case creation

    init(of commands: [[String]]) {
        let commands = commands.filter { $0.first.map { !$0.hasPrefix("#") } ?? false }.map {
            ShellWords.containsHelpOption($0) || Self.completesCommandsOrOptions($0)
                ? ["help"] : Self.withoutFormat($0)
        }
        if commands.isEmpty {
            self = .existing
        } else if commands.allSatisfy({ Self.independent.contains($0[0]) }) {
            self = .none
        } else if commands.allSatisfy({ Self.maintaining.union(Self.independent).contains($0[0]) }) {
            self = .maintenance
        } else {
            // “add-email” needs no arguments, because it reads standard input.
            let isAdding = commands.contains { Self.adding.contains($0[0]) && $0.count > 1 || $0[0] == "add-email" }
            self = isAdding ? .creation : .existing
        }
    }

    init(ofLines lines: [String]) {
        self.init(of: lines.map { (try? ShellWords.split($0)) ?? [] })
    }

    /// Returns whether a shell completes the name of a command or an option, with “complete -- LINE TEXT”.
    private static func completesCommandsOrOptions(_ words: [String]) -> Bool {
        let arguments = words.suffix(3)
        guard words.first == ManualCommands.complete, words.count > 3, arguments.first == "--" else { return false }
        return !ShellCompleter.needsStore(startingWith: arguments[words.count - 1], after: arguments[words.count - 2])
    }

    private static func withoutFormat(_ words: [String]) -> [String] {
        var arguments = ProgramArguments()
        var rest = words
        // An invalid format is reported when the command runs.
        guard (try? arguments.read(ProgramOption.formats, from: &rest)) != nil, !rest.isEmpty else { return words }
        return rest
    }

    /// The commands that do not use the database, or that open it themselves, such as “migrate”.
    private static let independent: Set<String> = [
        "help", "?", "keys", "version", "paths", "man", "completion", "migrate", "demo", "salvage",
    ]
    private static let maintaining: Set<String> = ["check", "restore", "backups", "complete"]
    /// The commands that create the database if they have arguments. Without arguments, “seed” only lists the data
    /// sets.
    private static let adding: Set<String> = ["new", "seed", "signup", "open", "import", "remote"]
}

/// The articles of the documentation catalog, which are embedded in the program.
enum Documentation {
    private static let folder = "Sources/AlmanacCLI/Almanac.docc/"

    static var articles: [Article] {
        EmbeddedFile.all.map(\.path).filter { $0.hasPrefix(folder) && $0.hasSuffix(".md") }.map { path in
            Article(String(path.dropFirst(folder.count).dropLast(".md".count))) {
                EmbeddedFile.at(path)?.text ?? ""
            }
        }
    }
}

/// The file that stores the navigation and the unanswered prompts between sessions. There is one file for each database
/// and account.
struct NavigationFile {
    private let path: String

    init(state: String, store: String, account: Account.ID?) {
        let owner = account.map { String($0.rawValue) } ?? "guest"
        path = "\(state)/navigation/\(String(FNV1a(store.utf8).value, radix: 16))-\(owner).json"
    }

    /// Returns the saved state, or the initial state if the file does not exist or is invalid.
    func load() -> SavedState {
        guard let bytes = try? PrivateFile.read(path, limit: 1 << 20) else { return SavedState() }
        return (try? JSONReader.value(of: bytes).decoded(as: SavedState.self)) ?? SavedState()
    }

    /// Saves the state, and removes temporary files left by killed programs. Errors are ignored.
    func save(_ state: SavedState) {
        AtomicFile.removeAbandoned(in: FileSystem.folder(of: path))
        guard let value = try? JSONValue(encoding: state) else { return }
        var writer = JSONWriter()
        writer.value(value)
        try? PrivateFile.replace(path, with: writer.bytes)
    }
}
