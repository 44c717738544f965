import Display
import Localization
import Model

/// The circumstances of one command: whether questions can be asked, and what is on screen.
public struct Invocation: Sendable {
    /// Whether the session is interactive, so that rows can be picked by number.
    public let isInteractive: Bool
    package let screen: ScreenContents
    /// The context of all changes of the command.
    package var context: CommandContext

    /// The record in the row that a word picks, if it is the number of one on screen.
    package func row(_ word: String) -> RecordID? { place(word).flatMap { RecordID($0) } }

    /// Where the row that a word picks leads.
    package func place(_ word: String) -> String? { isInteractive ? Int(word).flatMap { screen.rows[$0] } : nil }
}

/// What a command can refer to on screen.
package struct ScreenContents: Sendable {
    /// Where the numbered rows lead.
    package let rows: [Int: String]
    /// The page that the last command showed.
    package let shown: Page
    /// The flow of the location.
    package let root: Route.Root
    /// The available commands, in responder-chain order; made when a command asks for them.
    package let topics: @Sendable () -> [Topic]
}
