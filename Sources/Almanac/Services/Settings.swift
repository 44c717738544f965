import Model
import Navigation

/// What people can set for themselves; kept in the configuration file.
public struct Settings: Hashable, Sendable {
    public enum Color: String, CaseIterable, Hashable, Sendable { case auto, always, never }

    /// How people are told dates: with the month in the words of the locale or in English, or in figures.
    public enum Dates: String, CaseIterable, Hashable, Sendable { case local, english, iso }

    /// Whether screens change with a short animation.
    public var animation = true
    public var color = Color.auto
    public var dates = Dates.local
    /// Rows of a list on one page; nil for what fits the terminal.
    public var pageSize: Int?
    /// Whether an older line that begins like the typed one is shown behind it.
    public var suggestions = true
    /// Whether the candidates of a completion are listed below the line.
    public var completionMenu = true
    /// Lines of the history that are kept; nil for as many as usual.
    public var historySize: Int?
    /// What longer texts are written in, with its arguments; nil for what the environment says.
    public var editor: String?

    public init() {}

    public static let fields: [EditableField<Settings>] = [
        .flag("animation", "Animation", \.animation.orYes),
        .choice("color", "Colour", \.color),
        .choice("dates", "Dates", \.dates),
        .integer(
            "pageSize", "Rows on a page", expects: "a number from 5 to 1000, or nothing for what fits", \.pageSize,
            in: 5...1000),
        .flag("suggestions", "Suggestions", \.suggestions.orYes),
        .flag("completionMenu", "Completion menu", \.completionMenu.orYes),
        .integer(
            "historySize", "Lines of history", expects: "a number from 0 to 1000000, or nothing for 10000",
            \.historySize, in: 0...1_000_000),
        .text(
            "editor", "Editor", expects: "a command such as nano or “code --wait”, or nothing for $VISUAL or $EDITOR",
            \.editor, isReadable: { (try? ShellWords.of($0))?.isEmpty == false }),
    ]
}

extension Bool {
    /// Clearing the answer brings the default back.
    fileprivate var orYes: Bool? {
        get { self }
        set { self = newValue ?? true }
    }
}

/// Where the settings are kept.
public protocol SettingsDataSource: Sendable {
    func settings() async throws -> Settings
    func save(_ settings: Settings) async throws
}
