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
    let signals: Signals
    let indicator: ProgressIndicator
    let opened = OpenedStore()

    var paths: Paths { Paths(environment, database: arguments.database) }
    var isInteractive: Bool { traits.isInputTTY && traits.isOutputTTY && arguments.mayAsk }

    /// Standard output, through a pager if that is enabled.
    var pagedOutput: Output {
        guard arguments.mayPage else { return .standardOutput() }
        return Pager.forStandardOutput(traits, environment: environment, signals: signals) { line in
            (try? ShellWords.of(line)) ?? []
        }
    }
}

/// Holds the open database, so that it is closed and its WAL checkpointed before the program ends.
final class OpenedStore: Sendable {
    private let store = Mutex<Store?>(nil)

    func set(_ opened: Store) {
        store.withLock { $0 = opened }
    }

    func close() {
        store.withLock { $0 }?.close()
    }
}
