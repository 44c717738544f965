import Almanac
import AlmanacStore
import FoundationEssentials
import Glibc
import Model
import Terminal

/// The executable: reads the arguments, opens the store, and starts the REPL or runs commands.
@main
struct Main {
    static let version = "0.1.0"

    static func main() async {
        StandardStreams.prepare()
        umask(0o077)
        signal(SIGXFSZ, SIG_IGN)
        exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ words: [String]) async -> Status {
        let environment = ProcessInfo.processInfo.environment
        let plainVoice = Voice(traits: .current(environment: environment), isDebugging: false)
        do {
            let arguments = try Arguments(words)
            let configuration = ConfigurationFile(path: Paths(environment).configuration, isIgnored: arguments.ignoresConfiguration)
            let settings = try await configuration.settings()
            let traits = TerminalTraits.current(flags: arguments.flags(settings), environment: environment)
            let voice = Voice(traits: traits, isDebugging: arguments.isDebugging)
            configuration.warnings.forEach(voice.warn)
            let house = House(arguments: arguments, environment: environment, traits: traits, voice: voice, configuration: configuration)
            return await house.run()
        } catch {
            return plainVoice.tell(error)
        }
    }
}
