import Display
import Localization
import Model

/// The context of a running command.
public struct Invocation: Sendable {
    /// Whether the user can be prompted and can select rows by number.
    public let isInteractive: Bool
    package let screen: ScreenContents
    /// The context of all changes of the command.
    package var context: CommandContext

    /// Returns the record in the row with that number; nil for any other word.
    package func row(_ word: String) -> RecordID? { place(word).flatMap { RecordID($0) } }

    /// Returns the location that the row with that number opens.
    package func place(_ word: String) -> String? { isInteractive ? Int(word).flatMap { screen.rows[$0] } : nil }
}

/// The parts of the screen that a command can refer to.
package struct ScreenContents: Sendable {
    /// The locations that the numbered rows open.
    package let rows: [Int: String]
    /// The page that the last command showed.
    package let shown: Page
    package let root: Route.Root
    /// The available commands, in responder-chain order; made when a command asks for them.
    package let topics: @Sendable () -> [Topic]
    /// The commands of the screen and its flow.
    package let nearbyCommands: @Sendable () -> [Command]
}

/// A word that identifies a record: its ID, its name, or a row number.
public struct RecordWord: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    /// The record in the row with that number.
    public let row: RecordID?
    public let kinds: [Kind]

    public init(text: String, row: RecordID? = nil, kinds: [Kind] = Kind.allCases) {
        self.text = text
        self.row = row
        self.kinds = kinds
    }

    public init(_ id: RecordID) { self.init(text: id.description) }

    public var id: RecordID? { row ?? RecordID(text) }

    /// The word in a form that does not depend on the screen.
    public var description: String { row?.description ?? text }
}
