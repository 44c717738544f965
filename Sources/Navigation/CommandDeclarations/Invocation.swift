import Display
import Localization
import Model

/// The context of a running command.
public struct Invocation: Sendable {
    /// Whether the program can prompt the user and the user can select rows by number.
    public let isInteractive: Bool
    package let screen: ScreenContents
    /// Whether the command only reads, so that part of a name can identify a record.
    package var isReading = false
    /// Whether a prompt about the form on screen is not answered yet.
    package var hasOpenPrompt = false
    /// The history context shared by all changes of the command.
    package var context: CommandContext

    /// Returns the record in the row with the given number, or `nil` if there is none.
    package func row(_ word: String) -> RecordID? { place(word).flatMap { RecordID($0) } }

    /// Returns the nearest responder with a capability, such as `any WebPageNavigator`, without knowing its type.
    ///
    ///     let pages: any WebPageNavigator = try invocation.nearest()
    ///
    /// - Throws: `CommandProblem` if no responder in the chain has the capability.
    package func nearest<Capability>(_ type: Capability.Type = Capability.self) throws -> Capability {
        guard let found = screen.chain.lazy.compactMap({ $0 as? Capability }).first else {
            throw CommandProblem.noResponder(for: "\(type)")
        }
        return found
    }

    /// Returns the location opened by the row with the given number, or `nil` if there is no such row.
    package func place(_ word: String) -> String? { isInteractive ? Int(word).flatMap { screen.rows[$0] } : nil }
}

/// The parts of the screen that a command can refer to.
package struct ScreenContents: Sendable {
    /// The locations opened by numbered rows, by row number.
    package let rows: [Int: String]
    /// The page shown by the last command.
    package let shown: Page
    /// The record on screen, or `nil` if the screen does not show a record.
    package let record: RecordID?
    /// The responder chain of the screen.
    package let chain: [any Responder]

    /// The available commands in responder-chain order.
    package var topics: [Topic] { chain.flatMap(\.topics) }
    /// The commands of the screen and its flow.
    package var nearbyCommands: [Command] { chain.dropLast().flatMap(\.commands) }
}

/// A word that identifies a record: its ID, its name, or a row number.
public struct RecordArgument: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    /// The record in the row that the word identifies, or `nil` if the word is not a row number.
    public let row: RecordID?
    public let kinds: [Kind]
    /// Whether part of a name identifies a record if only one record matches.
    public var acceptsPart: Bool

    public init(
        text: String, row: RecordID? = nil, kinds: [Kind] = Kind.allCases, acceptsPart: Bool = false
    ) {
        self.text = text
        self.row = row
        self.kinds = kinds
        self.acceptsPart = acceptsPart
    }

    public init(_ id: RecordID) { self.init(text: id.description) }

    public var id: RecordID? { row ?? RecordID(text) }

    /// The word in a form that does not depend on the screen: an ID replaces a row number.
    public var description: String { row?.description ?? text }
}
