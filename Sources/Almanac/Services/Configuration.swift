import Display
import Localization
import Model
import Navigation

/// The configuration of the program.
public struct Configuration: Sendable {
    public var version: String
    /// The paths of the files and folders in use, each with a name for its purpose.
    public var paths: [(name: String, path: String)] = []
    /// A function that returns the number of rows on a page for the current size of the terminal.
    public var pageSize: @Sendable () -> Int = { 50 }
    /// A function that returns the number of rows of a list that fit on the screen, or `nil` if the whole page fits or is
    /// not a list. The number is smaller than the page size if rows take more than one line.
    public var fittingRows: @Sendable (Page) async -> Int? = { _ in nil }
    /// The options of the program.
    public var options: [Option] = []
    /// The articles of the documentation catalog, for “help TOPIC”.
    public var articles: [Article] = []
    /// Whether commands are entered at the prompt, without a leading `almanac`.
    public var isAtPrompt = true
    /// A function that logs actions for `--debug`. It never receives secrets.
    public var log: @Sendable (_ line: () -> String) -> Void = { _ in }
    /// A function that reports progress. A total of 0 means that the total is unknown.
    public var progress: @Sendable (SeedProgress) -> Void = { _ in }
    /// A function that prints a notice to standard error. It is used by commands whose standard output contains only
    /// data.
    public var notify: @Sendable (Message) -> Void = { _ in }
    /// A function that returns the texts that complete a word in a shell, given the start of the word, the line before
    /// it, and the available commands.
    public var completions: @Sendable (_ typed: String, _ line: String, [Command]) async -> [ShellCandidate] = {
        _, _, _ in []
    }
    /// A function that renders a picture as SVG.
    public var svg: @Sendable (Picture, PictureTheme) -> String

    public init(version: String, svg: @escaping @Sendable (Picture, PictureTheme) -> String) {
        self.version = version
        self.svg = svg
    }
}
