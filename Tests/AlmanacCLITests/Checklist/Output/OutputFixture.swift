import TestSupport
import Testing

/// Homes for output tests, with solar system bodies or with persons whose names are difficult to align.
enum OutputFixture {
    static func planets() throws -> Home {
        let home = try SeededHome.home("solar")
        return home
    }

    /// Names with East Asian, combining, right-to-left, and control characters and with emoji sequences.
    static let names = [
        "漢字かな", "Fam 👩‍👩‍👧‍👦 ily", "Flag 🇩🇪", "Tone 👍🏽", "Key 1️⃣", "Jose\u{301}", "عمر الشريف", "Turn\u{202E}ed", "Tab\tbed",
        "Line\nbroken", "Esc\u{1B}[2Japed",
    ]

    private static let named = Result {
        let home = try SeededHome.home()
        for name in names {
            let made = try home.almanac(
                "new", "person", "given=\(name)", "email.work=x@example.org", "organization=Acme")
            try #require(made.status == 0, "\(made.errors)")
        }
        return try HomeSnapshot(of: home)
    }

    static func persons() throws -> Home { try Home(as: named.get()) }

    /// Returns the output of one command on a terminal, with line endings converted to `\n`.
    static func onTerminal(
        _ home: Home, _ words: [String], columns: Int = 80, rows: Int = 40, with variables: [String: String] = [:]
    ) throws -> String {
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        try terminal.start(
            BuiltProgram.almanac, ["--no-pager"] + words,
            environment: home.environment.merging(variables) { _, given in given })
        let status = terminal.finish()
        try #require(status == 0, "\(words): \(terminal.text)")
        return terminal.text.replacing("\r\n", with: "\n")
    }

    /// Returns the text without color sequences.
    static func uncolored(_ text: String) -> String {
        text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    }
}
