import Almanac
import AlmanacStore
import Navigation
import Rendering
import Synchronization
import Terminal

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
            (try? ShellWords.of(line)) ?? []
        }
    }
}

/// An owner of the open database. It closes the database and checkpoints the WAL before the program ends.
final class OpenedStore: Sendable {
    private let store = Mutex<Store?>(nil)

    func set(_ opened: Store) {
        store.withLock { $0 = opened }
    }

    /// The number of changes that were committed since the database was opened.
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
