import Almanac
import AlmanacStore
import Model
import Synchronization
import Terminal

/// One run of the program: the store opened as the work needs it, the services given to the app, the work done.
struct House {
    let arguments: Arguments
    let environment: [String: String]
    let traits: TerminalTraits
    let voice: Voice
    let configuration: ConfigurationFile
    let signals: Signals

    private var paths: Paths { Paths(environment, database: arguments.database) }
    private var isInteractive: Bool { traits.isInputTTY && traits.isOutputTTY && arguments.mayAsk }

    func run() async -> Status {
        do {
            switch arguments.work {
            case .standardInput where isInteractive: return try await repl(at: nil)
            case .standardInput: return try await script(ByteLines(0), named: "standard input")
            case .words(let words): return try await oneShot(words)
            case .lines(let lines): return try await run(lines)
            case .script(let path): return try await script(path)
            }
        } catch {
            return voice.tell(error)
        }
    }

    // MARK: - The kinds of work

    private func oneShot(_ words: [String]) async throws -> Status {
        let opensREPL = isInteractive && words.first == "open"
        var stage = try await stage(for: [words[0]], isInteractive: false)
        stage.isInteractive = isInteractive
        let runner = CommandRunner(house: self)
        if opensREPL {
            try await stage.sendInterruptibly(words, signals)
            return try await repl(at: stage)
        }
        let status = try await runner.run(words, on: &stage)
        return status == .done && isInteractive && stage.scene.screen.question != nil ? try await repl(at: stage) : status
    }

    private func run(_ lines: [String]) async throws -> Status {
        var lines = lines[...]
        return try await script(named: "-c", names: lines.map(firstWord)) { lines.popFirst() }
    }

    private func script(_ path: String) async throws -> Status {
        guard let bytes = try readScript(path) else {
            throw UsageProblem.unreadableScript(path: path, reason: "There is no such file.")
        }
        let reader = ByteLines(of: bytes)
        var lines: [String] = []
        while let line = try reader.next() { lines.append(line) }
        var rest = lines[...]
        return try await script(named: path, names: lines.map(firstWord)) { rest.popFirst() }
    }

    private func script(_ lines: ByteLines, named name: String) async throws -> Status {
        try await script(named: name, names: nil) { try lines.next() }
    }

    private func readScript(_ path: String) throws -> [UInt8]? {
        do throws(PrivateFile.Unusable) {
            return try PrivateFile.read(path, limit: 64 << 20)
        } catch {
            throw UsageProblem.unreadableScript(path: path, reason: error.reason)
        }
    }

    private func firstWord(_ line: String) -> String { (try? Words.of(line))?.first ?? "" }

    private func script(named name: String, names: [String]?, next: () throws -> String?) async throws -> Status {
        var stage = try await stage(for: names, isInteractive: false)
        return try await Script(house: self, name: name).run(on: &stage, next: next)
    }

    private func repl(at stage: Stage?) async throws -> Status {
        guard let stage else {
            let stage = try await self.stage(for: nil, isInteractive: true)
            return try await REPL(house: self, session: stage.session).run(stage)
        }
        var interactive = stage
        interactive.isInteractive = true
        return try await REPL(house: self, session: stage.session).run(interactive)
    }

    // MARK: - The app on its store

    /// - Parameter names: The commands to come, if they are known: they decide whether a store is needed, and made.
    private func stage(for names: [String]?, isInteractive: Bool) async throws -> Stage {
        let services = try await services(for: names)
        let session = try await CurrentSession.begin(accounts: services.accounts, mayAsk: isInteractive)
        let coordinator = AppCoordinator(services: services, session: session)
        let navigation = isInteractive ? navigationFile(await session.session)?.load() ?? Navigation() : Navigation()
        return try await Stage(coordinator, at: navigation, isInteractive: isInteractive)
    }

    /// Whoever has not said who they are has been nowhere yet.
    func navigationFile(_ session: Session) -> NavigationFile? {
        session == .signedOut ? nil : NavigationFile(state: paths.state, store: paths.store, account: session.account)
    }

    var history: History { History(path: paths.history) }

    private func services(for names: [String]?) async throws -> Services {
        let settings = try await configuration.settings()
        let pageSize = settings.pageSize ?? (isInteractive ? max(5, traits.size.rows - 8) : 200)
        let progress = Mutex(Optional<Progress>.none)
        let traits = traits
        let configured = Configuration(
            version: Release.version, paths: paths.all, pageSize: pageSize, options: Option.ofProgram,
            log: { [voice] line in if voice.isDebugging { voice.say("debug: \(line)", .dim) } },
            progress: { step in
                progress.withLock { bar in
                    if bar == nil { bar = Progress("Planting", traits: traits) }
                    bar?.update(done: step.done, of: step.total)
                    if step.done >= step.total {
                        bar?.finish("Planted \(step.total) records.")
                        bar = nil
                    }
                }
            })
        if let names, !names.isEmpty, names.allSatisfy(Command.namesWithoutStore.contains) {
            return closed(StoreProblem.missing(path: paths.store), configured)
        }
        let isCare = names.map { !$0.isEmpty && $0.allSatisfy(Command.namesOfCare.contains) } ?? false
        do {
            return open(try await openStore(for: names), configured)
        } catch where isCare {
            return closed(error, configured)
        }
    }

    /// The usual store is made when it is missing; one that was named, only by a command that puts something into it.
    private func openStore(for names: [String]?) async throws -> Store {
        let makes = !paths.isStoreNamed || names.map { $0.contains(where: Command.namesThatMakeAStore.contains) } ?? true
        return try await Store.open(at: StoreLocation(paths.store), mode: makes ? .createIfMissing : .readWrite)
    }

    private func open(_ store: Store, _ configured: Configuration) -> Services {
        Services(
            persons: store.persons, groups: store.groups, planets: store.planets, notes: store.notes, accounts: store.accounts,
            search: store.search, seeds: store.seeds, drafts: store.drafts, blobs: store.blobs, keeper: Keeper(of: store.location),
            settings: configuration, files: LocalFiles(), clock: .local, configuration: configured)
    }

    private func closed(_ reason: any Error, _ configured: Configuration) -> Services {
        let store = ClosedStore(reason: reason)
        return Services(
            persons: ClosedStore.Records(store: store), groups: ClosedStore.Records(store: store),
            planets: ClosedStore.Records(store: store), notes: ClosedStore.Records(store: store), accounts: store,
            search: store, seeds: store, drafts: store, blobs: store, keeper: Keeper(of: StoreLocation(paths.store)),
            settings: configuration, files: LocalFiles(), clock: .local, configuration: configured)
    }
}
