import Display
import Localization
import Model

/// What an `AppState` asks of the app: the scenes to show, and what to report of a command.
package protocol SceneProvider: Sendable {
    /// Returns the location to show in place of the requested one.
    func admit(_ navigation: NavigationStack) async throws -> NavigationStack
    func scene(for navigation: NavigationStack) async throws -> Scene
    /// Called before each command.
    func prepareForCommand() async throws
    /// The author of the next command; nil for a guest.
    var account: Account.ID? { get async }
    /// Shows what a dry run would change; nil if it has rolled no transaction back.
    func page(of result: DryRunResult) -> Page?
    /// Describes the changes of a command that reported none itself; nil if there are none.
    func statusLine(after context: CommandContext) async -> Message?
    /// The options of the program, in addition to those of its commands.
    var programOptions: [Option] { get }
    func log(_ line: String)
}
