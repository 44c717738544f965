import Display
import Localization
import Model
import Navigation

/// The configuration of the program.
public struct Configuration: Sendable {
    public var version: String
    /// The files and folders in use, by purpose.
    public var paths: [(name: String, path: String)] = []
    /// Returns the number of rows on a page for the current size of the terminal.
    public var pageSize: @Sendable () -> Int = { 50 }
    /// The options of the program.
    public var options: [Option] = []
    /// The articles of the documentation, for “help TOPIC”.
    public var articles: [Article] = []
    /// Whether commands are typed at the prompt of the program, without `almanac` before them.
    public var isAtPrompt = true
    /// Logs actions for `--debug`. Never receives secrets.
    public var log: @Sendable (String) -> Void = { _ in }
    /// Reports progress. A total of 0 means that the total is unknown.
    public var progress: @Sendable (SeedProgress) -> Void = { _ in }
    /// Prints a notice to standard error, for commands whose output is only data.
    public var notify: @Sendable (Message) -> Void = { _ in }
    /// Renders a picture as SVG.
    public var svg: @Sendable (Picture) -> String

    public init(version: String, svg: @escaping @Sendable (Picture) -> String) {
        self.version = version
        self.svg = svg
    }
}
