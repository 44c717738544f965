import Localization
import Model
import Navigation

/// The contents of the manual page and the shell completions.
struct Manual: Sendable {
    let version: String
    /// All commands of the app, grouped by topic.
    let topics: [Topic]
    /// The options of the program.
    let options: [Option]
    let articles: [String]

    var commands: [Command] { topics.flatMap(\.commands) }

    static let environment: [(name: String, meaning: Title)] = [
        ("ALMANAC_DATABASE", "The database; --database takes precedence"),
        ("ALMANAC_COLOR", "“always” or “never”; takes precedence over the variables below and the settings"),
        ("NO_COLOR, CLICOLOR_FORCE", "Disable color; force color even when piped"),
        ("ALMANAC_PLAIN, ACCESSIBLE", "Same as --plain"),
        ("ALMANAC_PAGER, PAGER", "The pager; empty or “cat” for none"),
        ("ALMANAC_EDITOR, VISUAL, EDITOR", "The editor; the setting “editor” takes precedence over the last two"),
        ("ALMANAC_DAILY_BACKUP", "“never” disables the daily backup"),
        ("BROWSER", "The browser for “web”; default: xdg-open"),
        ("COLUMNS, LINES", "The terminal size, if the terminal does not report it"),
        ("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "The language, if a message catalog for it is installed"),
        ("LC_ALL, LC_COLLATE, LANG", "The sort language of a new database"),
        ("XDG_DATA_DIRS", "Additional folders with message catalogs"),
        ("XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME", "The folders that contain the files below"),
    ]

    /// The files of the program and their default paths.
    static let files: [(name: String, meaning: Title)] = [
        ("~/.local/share/almanac/almanac.db", "The database: an SQLite file, not encrypted"),
        ("~/.local/share/almanac/almanac.db.photos", "Photos and pictures"),
        ("~/.local/share/almanac/almanac.db.backups", "Automatic backups"),
        ("~/.local/share/almanac/demo.db", "The demo database"),
        ("~/.local/share/locale/LANG/LC_MESSAGES/almanac.mo", "A message catalog"),
        ("~/.config/almanac/config", "The settings, one “key = value” per line"),
        ("~/.local/state/almanac", "The history of entered lines and the last screen"),
    ]

    /// Common tasks in the shell. Each line is written without the leading `almanac`.
    static let shellTasks: [(line: String, purpose: Title)] = [
        ("demo", "Try Almanac with sample data"),
        ("import contacts.vcf", "Import contacts"),
        ("find leia", "Search all records"),
        ("edit persons/1 title=Senator", "Change a record"),
        ("undo", "Undo the last change"),
        ("birthdays", "List upcoming birthdays"),
        ("show planets/earth", "Show a planet"),
    ]

    /// Common tasks at the prompt.
    static let promptTasks: [(line: String, purpose: Title)] = [
        ("find leia", "Search all records"),
        ("1", "Open row 1 of the list on screen"),
        ("edit title=Senator", "Change the record on screen"),
        ("new person given=Leia", "Create a record"),
        ("undo", "Undo the last change"),
        ("back", "Go back to the previous screen"),
        ("quit", "Leave Almanac"),
    ]
}
