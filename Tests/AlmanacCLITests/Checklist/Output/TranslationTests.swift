import TestSupport
import Testing
import Text

@Suite("Translated messages", .childProcesses, .enabled(if: Translations.canBeMade, Translations.reason))
struct TranslationTests {
    @Test("C45 Messages, errors, prompts, and column titles are translated, but machine-readable output is not")
    func translated() throws {
        let home = try SeededHome.home()
        try home.translate([
            "{1} does not exist.": "{1} fehlt.",
            "Use “{1}” to list existing records, or “trash” for deleted ones.": "Alle zeigt „{1}“.",
            "{1} {2}.": "{2}: {1};", "Use “undo” to reverse this.": "„undo“ nimmt es zurück.", "Added": "neu",
            "Name": "Wie", "Cannot ask: this session is not interactive.": "Hier ist niemand.",
            "Delete {1}?": "{1} löschen?",
            "yes": "ja", "no": "nein",
        ])
        func run(_ words: String...) throws -> ChildProcess.Ending { try home.run(words, with: Home.translated) }

        let added = try run("new", "person", "given=Leia")
        #expect(added.errors == "Leia (persons/1): neu; „undo“ nimmt es zurück.\n")
        #expect(try run("show", "persons/9").errors == "persons/9 fehlt. Alle zeigt „persons“.\n")
        #expect(try run("persons", "--table").output.contains("\nWie "))
        let refused = try run("delete", "persons/1").errors
        #expect(refused == "Leia (persons/1) löschen? Hier ist niemand. Use --yes.\n")
        for format in ["--json", "--ndjson", "--csv", "--plain"] {
            #expect(try run("persons", format).output == home.almanac("persons", format).output, "\(format)")
        }
        #expect(try run("trash", "--json").output == home.almanac("trash", "--json").output)
        try home.almanac("signup", "Tester")
        let session = try TerminalSession(home, until: "almanac ›", with: Home.translated)
        try session.enter("delete persons/1", until: "2  nein (n)")
        #expect(session.output.contains("Leia (persons/1) löschen?") && session.output.contains("1  ja (j)"))
        try session.enter("j", until: "almanac ›")
        #expect(session.quit() == 0)
        #expect(try home.almanac("persons", "--json").rows.isEmpty)
    }

    @Test(
        "C45 Messages are in English if no catalog matches or the locale is C, POSIX, or not installed",
        arguments: [
            ["LANGUAGE": "yy"], ["LC_ALL": "C"], ["LC_ALL": "POSIX"], ["LANG": "xx_XX.UTF-8"], ["LANGUAGE": ""],
        ])
    func untranslated(variables: [String: String]) throws {
        let home = try SeededHome.home()
        try home.translate(["{1} does not exist.": "{1} fehlt."])
        let variables = Home.translated.merging(variables) { $1 }
        #expect(try home.almanac("show", "persons/9", with: variables).errors.hasPrefix("persons/9 does not exist."))
    }

    @Test("C45 Message catalogs are found in a shared data folder, but the user’s data folder takes precedence")
    func folders() throws {
        let home = try SeededHome.home()
        try home.translate(["{1} does not exist.": "shared {1}"])
        _ = try ChildProcess.run("/bin/mv", [home.folder + "/.local/share/locale", home.folder + "/shared"])
        let shared = Home.translated.merging(["XDG_DATA_DIRS": "/nowhere:\(home.folder)/data"]) { $1 }
        try home.write("", to: "data/locale/none")
        _ = try ChildProcess.run("/bin/mv", [home.folder + "/shared/xx", home.folder + "/data/locale/xx"])
        #expect(try home.almanac("show", "persons/9", with: shared).errors.hasPrefix("shared persons/9"))
        try home.translate(["{1} does not exist.": "own {1}"])
        #expect(try home.almanac("show", "persons/9", with: shared).errors.hasPrefix("own persons/9"))
    }

    @Test("C45 Values inserted into translated messages are escaped and not interpreted as placeholders")
    func values() throws {
        let home = try SeededHome.home()
        try home.translate(["{1} {2}.": "{2}{2} {1} {3} {{1}}"])
        let added = try home.almanac("new", "person", "given={1}\u{1B}[31m", with: Home.translated)
        #expect(!added.hasEscapes && added.errors.hasPrefix("{1}"))
        #expect(added.errors.contains("Added {3} {1}"))
    }
}
