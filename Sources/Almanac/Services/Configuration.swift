import Display
import Localization
import Model
import Navigation
import Text

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

/// A text that completes a word in a shell.
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

    /// Returns the page of the article, preceded by the help for commands of the same name.
    func page(after commands: [Block]) -> Page {
        let parts = source().split(separator: "\n", maxSplits: 1)
        let title = parts.first?.drop { $0 == "#" || $0 == " " } ?? ""
        let text = (parts.last ?? "").replacing(/<doc:(\w+)>/) { "`help \($0.1.lowercased())`" }
        var page = Page("\(String(title))", commands + [.prose("\(String(text))")])
        page.isDocumentation = true
        return page
    }
}

/// The user’s settings, stored in the configuration file.
public struct Settings: Hashable, Sendable {
    public enum Color: String, CaseIterable, Hashable, Sendable { case auto, always, never }

    /// The format of human-readable dates: month names in the language of the locale, English month names, or ISO 8601.
    public enum Dates: String, CaseIterable, Hashable, Sendable { case local, english, iso }

    /// Whether to animate the transition between screens.
    public var animation = true
    public var color = Color.auto
    public var dates = Dates.local
    /// The region that determines the meaning of phone numbers without a country code and of dates such as 5/6/1980, or
    /// `nil` for the region of the locale.
    public var region: Region?
    /// The default place of the commands `sky` and `transits`, or `nil` for the position of the user’s own card.
    public var place: GeographicPosition?
    /// The number of rows on a page, or `nil` for as many as fit the terminal.
    public var pageSize: Int?
    /// Whether the prompt suggests earlier command lines.
    public var suggestions = true
    /// Whether completion lists its candidates below the line.
    public var completionMenu = true
    /// The maximum number of lines in the history of the prompt, or `nil` for the default.
    public var historySize: Int?
    /// The editor command, or `nil` for the editor named in the environment.
    public var editor: String?
    /// The rules for names, which are stored in the database.
    public var names = NameRules()

    public init() {}

    /// Returns the settings with other rules for names.
    public func with(_ names: NameRules) -> Settings {
        var settings = self
        settings.names = names
        return settings
    }

    public static let fields = fileFields + nameFields

    private static let nameFields: [EditableField<Settings>] = [
        .choice("nameOrder", "Name order", \.names.order),
        .text(
            "sortLanguage", "Sort language", expects: "a language code such as sv, or empty to sort by basic letters",
            \.names.language, isReadable: SortAlphabet.isKnown),
    ]

    /// The settings in the configuration file.
    public static let fileFields: [EditableField<Settings>] = [
        .flag("animation", "Animation", \.animation.orYes),
        .choice("color", "Color", \.color),
        .choice("dates", "Dates", \.dates),
        .text(
            "region", "Region", expects: "a country code such as DE, or empty for the region of the locale",
            \.region.code, isReadable: { Region(rawValue: $0) != nil }),
        .text(
            "place", "Place",
            expects: "a latitude and a longitude such as 50.94,6.96, or empty for the position of your card",
            \.place.text, isReadable: { GeographicPosition($0) != nil }),
        .integer(
            "pageSize", "Rows per page", expects: "a number from 5 to 1000, or empty for as many as fit", \.pageSize,
            in: 5...1000),
        .flag("suggestions", "Suggestions", \.suggestions.orYes),
        .flag("completionMenu", "Completion menu", \.completionMenu.orYes),
        .integer(
            "historySize", "History size", expects: "a number from 0 to 1000000, or empty for 10000",
            \.historySize, in: 0...1_000_000),
        .text(
            "editor", "Editor", expects: "a command such as nano or “code --wait”, or empty for $VISUAL or $EDITOR",
            \.editor, isReadable: { (try? ShellWords.of($0))?.isEmpty == false }),
    ]
}

extension Region? {
    /// The code of the region. Assigning an unknown code sets `nil`.
    fileprivate var code: String? {
        get { self?.rawValue }
        set { self = newValue.flatMap { Region(rawValue: $0) } }
    }
}

extension NameRules {
    /// The sort language, or `nil` for the order of the basic letters.
    fileprivate var language: String? {
        get { sortLanguage.isEmpty ? nil : sortLanguage }
        set { sortLanguage = newValue ?? "" }
    }
}

extension GeographicPosition? {
    /// The position as text. Assigning other text sets `nil`.
    fileprivate var text: String? {
        get { self?.description }
        set { self = newValue.flatMap { GeographicPosition($0) } }
    }
}

extension Bool {
    /// The setting as an optional value. Assigning `nil` restores the default, `true`.
    fileprivate var orYes: Bool? {
        get { self }
        set { self = newValue ?? true }
    }
}

/// The source of the user’s settings.
public protocol SettingsDataSource: Sendable {
    func settings() async throws -> Settings
    func save(_ settings: Settings) async throws
}
