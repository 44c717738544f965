import Display
import Localization
import Model
import Navigation

/// The values and functions that the program provides to the app.
public struct Configuration: Sendable {
    public var version: String
    /// The paths of the files and folders in use, each with a name for its purpose.
    public var paths: [(name: String, path: String)] = []
    /// A function that returns the number of rows on a page for the current size of the terminal.
    public var pageSize: @Sendable () -> Int = { 50 }
    /// A function that returns how many rows of a list fit on the screen, or `nil` if the whole page fits or the page
    /// is not a list. The number is smaller than the page size if rows take more than one line.
    public var fittingRows: @Sendable (Page) async -> Int? = { _ in nil }
    /// The options of the program.
    public var options: [Option] = []
    /// The articles of the documentation catalog, for “help TOPIC”.
    public var articles: [Article] = []
    /// Whether commands are entered at the prompt, without a leading `almanac`.
    public var isAtPrompt = true
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
    /// A function that returns the modules of a QR code for the given text, row by row. Dark modules are `true`.
    public var qrCode: @Sendable (String) throws -> [[Bool]]

    public init(
        version: String, svg: @escaping @Sendable (Picture, PictureTheme) -> String,
        qrCode: @escaping @Sendable (String) throws -> [[Bool]]
    ) {
        self.version = version
        self.svg = svg
        self.qrCode = qrCode
    }
}

/// Text that completes a word in a shell.
public struct ShellCandidate: Hashable, Sendable {
    let text: String
    /// The text without accents if only this form contains the typed word, or `nil` otherwise.
    let folded: String?

    public init(_ text: String, folded: String?) { (self.text, self.folded) = (text, folded) }
}

/// An article of the documentation catalog, shown by “help TOPIC”.
public struct Article: Sendable {
    /// The topic name that opens the article, such as `filters`.
    public let topic: String
    private let source: @Sendable () -> String

    /// Creates an article from a file of the documentation catalog.
    ///
    /// - Parameters:
    ///   - name: The name of the file, such as `Filters`.
    ///   - source: A function that returns the contents of the file: a title on the first line, then Markdown with
    ///     links such as `<doc:Filters>`.
    public init(_ name: String, source: @escaping @Sendable () -> String) {
        topic = name.lowercased()
        self.source = source
    }

    var title: String { String(source().prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }) }

    /// Returns the text below the title.
    ///
    /// - Parameter line: Returns the command line that replaces a link to the article on a topic.
    func text(replacingLinks line: (_ topic: String) -> String) -> String {
        let text = source().split(separator: "\n", maxSplits: 1).last ?? ""
        return String(text.replacing(/<doc:(\w+)>/) { "`\(line($0.1.lowercased()))`" })
    }
}
