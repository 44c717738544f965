import Model
import Navigation

/// The user’s settings, stored in the configuration file.
public struct Settings: Hashable, Sendable {
    public enum Color: String, CaseIterable, Hashable, Sendable { case auto, always, never }

    /// The format of dates for people: with the names of months in the locale or in English, or ISO 8601.
    public enum Dates: String, CaseIterable, Hashable, Sendable { case local, english, iso }

    /// Whether to animate the transition between screens.
    public var animation = true
    public var color = Color.auto
    public var dates = Dates.local
    /// The number of rows on a page; nil for as many as fit.
    public var pageSize: Int?
    /// Whether the prompt suggests earlier lines.
    public var suggestions = true
    /// Whether completion lists its candidates below the line.
    public var completionMenu = true
    /// The number of lines in the history of the prompt; nil for the default.
    public var historySize: Int?
    /// The editor command; nil for that of the environment.
    public var editor: String?

    public init() {}

    public static let fields: [EditableField<Settings>] = [
        .flag("animation", "Animation", \.animation.orYes),
        .choice("color", "Color", \.color),
        .choice("dates", "Dates", \.dates),
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

extension Bool {
    /// An optional value; nil restores the default.
    fileprivate var orYes: Bool? {
        get { self }
        set { self = newValue ?? true }
    }
}

/// The storage of the settings.
public protocol SettingsDataSource: Sendable {
    func settings() async throws -> Settings
    func save(_ settings: Settings) async throws
}
