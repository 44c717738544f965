import Localization
import Model
import Navigation

/// What the program has to say of itself in full: the one source of the manual page and of the shells' completions.
struct Manual: Sendable {
    let version: String
    /// Everything that can be typed anywhere.
    let topics: [Topic]
    /// What the program itself takes.
    let options: [Option]

    var commands: [Command] { topics.flatMap(\.commands) }

    /// What the environment says to it.
    static let environment: [(name: String, meaning: Title)] = [
        ("ALMANAC_DATABASE", "the store, unless --database names one"),
        ("ALMANAC_COLOR", "always or never; --color beats it, it beats all below and the configuration file"),
        ("NO_COLOR, CLICOLOR_FORCE", "no colour at all; colour even in a pipe"),
        ("ALMANAC_PLAIN, ACCESSIBLE", "as --plain"),
        ("ALMANAC_PAGER, PAGER", "what shows more than a screen; empty or cat for nothing"),
        ("ALMANAC_EDITOR, VISUAL, EDITOR", "what longer texts are written in; the setting “editor” beats the last two"),
        ("BROWSER", "what “web” starts; xdg-open without it"),
        ("COLUMNS, LINES", "the size of a terminal that does not tell it"),
        ("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "the language of what is said, where there is a catalogue of it"),
        ("XDG_DATA_DIRS", "where catalogues are beside the user's own"),
        ("XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME", "where the files below are"),
    ]

    /// Where it keeps what, unless the environment says otherwise.
    static let files: [(name: String, meaning: Title)] = [
        ("~/.local/share/almanac/almanac.db", "the store: a SQLite file, which is not encrypted"),
        ("~/.local/share/almanac/almanac.db.photos", "photos and pictures"),
        ("~/.local/share/almanac/almanac.db.backups", "backups made before imports and once a day"),
        ("~/.local/share/locale/LANG/LC_MESSAGES/almanac.mo", "a catalogue: what is said, in another language"),
        ("~/.config/almanac/config", "the settings, a “key = value” on each line"),
        ("~/.local/state/almanac", "the history of what was typed, and where you were"),
    ]

    static let examples = [
        "almanac find leia", "almanac show planets/earth", "almanac edit persons/7 phone.home=+1-555-0100",
        "almanac persons --sort -modified --json",
    ]
}
