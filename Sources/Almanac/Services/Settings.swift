import Model
import Navigation
import Text

/// The user’s settings. The rules for names are stored in the database, and all other settings in the configuration
/// file.
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
            "sortLanguage", "Sort language", expects: "a language code such as sv, or empty to sort ä like a",
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
            \.editor, isReadable: { (try? ShellWords.split($0))?.isEmpty == false }),
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
///
///     let current = try await settings.settings()
public protocol SettingsDataSource: Sendable {
    func settings() async throws -> Settings
    func save(_ settings: Settings) async throws
}
