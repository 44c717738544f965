import Almanac
import AlmanacStore
import CGlibc
import Glibc
import Localization
import Model
import Rendering
import SQLite
import Terminal

/// The entry point of the program. The main thread waits for signals. Everything else runs on the executor for blocking
/// operations.
@main
struct Main {
    static func main() {
        StandardStreams.prepare()
        _ = StartupUmask.original
        signal(SIGXFSZ, SIG_IGN)
        // A separate heap for each thread would require a system call for every few pages of growth.
        mallopt(M_ARENA_MAX, 1)
        let signals = SignalDispatcher()
        let environment: [String: String]
        do throws(UsageProblem) {
            environment = try EnvironmentVariables.current
        } catch {
            exit(ErrorReporter(traits: .current(environment: [:]), isDebugging: false).report(error).rawValue)
        }
        Task.detached(executorPreference: BlockingExecutor.shared) {
            let translator = Gettext(environment, folders: Paths(environment).catalogs)
            let status = await Translation.$current.withValue(translator) { await run(environment, signals) }
            exit(status.rawValue)
        }
        signals.wait()
    }

    private static func run(_ environment: [String: String], _ signals: SignalDispatcher) async -> ExitStatus {
        do {
            let paths = Paths(environment)
            let arguments = try ProgramArguments(ProgramArguments.ofProcess, home: paths.home)
            let configuration = ConfigurationFile(
                path: paths.configuration, isIgnored: !arguments.usesConfiguration)
            let (settings, warnings) = configuration.load()
            let traits = TerminalTraits.current(flags: arguments.flags(settings), environment: environment)
            let reporter = ErrorReporter(traits: traits, isDebugging: arguments.isDebugging)
            warnings.forEach { reporter.notify($0) }
            if let word = environment["ALMANAC_COLOR"], ColorChoice(word: word) == nil {
                let known = ColorChoice.allCases.map(\.rawValue).joined(separator: ", ")
                reporter.notify("Ignored ALMANAC_COLOR: invalid value “\(word)”. Use one of: \(known).")
            }
            let runtime = AppRuntime(
                arguments: arguments, environment: environment, traits: traits, reporter: reporter,
                configuration: configuration, settings: settings, signals: signals, indicator: ProgressIndicator(traits)
            )
            return await DebugLog.$current.withValue(reporter.debugLog) { await runtime.run() }
        } catch {
            return ErrorReporter(traits: .current(environment: environment), isDebugging: false).report(error)
        }
    }
}
