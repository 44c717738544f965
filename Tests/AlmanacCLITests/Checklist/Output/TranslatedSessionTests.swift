import TestSupport
import Testing
import Text

/// A session with a catalog that puts every message in brackets. Text outside the brackets must be data.
@Suite("Translated output of commands", .childProcesses, .enabled(if: Translations.canBeMade, Translations.reason))
struct TranslatedSessionTests {
    private static let lines = [
        "seed solar flintstones", "home", "persons", "persons where bogus < 3", "persons --sort shoe", "show persons/1",
        "show persons/99", "show planets/earth", "show planets/earth --sources", "edit persons/1 title=x", "undo",
        "redo",
        "undo 99", "undo --show", "history", "history persons/1", "delete persons/1", "delete persons/1 --yes", "trash",
        "purge persons/1", "restore persons/1", "new person birthday=never shoe=9", "new group", "new thing",
        "add persons/2 to groups/1", "add persons/2 to groups/2", "remove persons/2 from groups/2",
        "note persons/1 T X",
        "notes", "groups", "planets --limit 3", "find fred", "find zzz", "birthdays --limit 3", "duplicates",
        "favorites",
        "merge persons/1 persons/1", "merge persons/1 persons/2 --dry-run title=x", "compare earth mars",
        "compare earth",
        "photo persons/1", "web persons/1", "import /nowhere", "export --to /nowhere/x",
        "export --search fred --to cards.vcf",
        "import cards.vcf", "import cards.vcf --on-duplicate keep-both --dry-run", "backup b.db", "backup b.db",
        "backups",
        "check", "restore b.db", "restore b.db persons/2", "salvage b.db s.db", "seed nothing", "settings", "help edit",
        "help nothing", "keys", "foo", "persons x", "--nosuch", "signup", "login nobody", "tutorial", "accounts",
        "last",
    ]

    /// The untranslated words of formulas, sources, keys, tables, an example, and a system error.
    private static let known = Set(
        WordSplitter.inside(
            """
            sqrt pi star's luminosity 3rd CGPM Kopparapu Winn IAU; NASA Planetary Fact Sheets; Tab Shift Right End Up Down \
            Backspace; step change past people messenger alias planted field; title=Senator city [--editor] [--if-version N]; \
            No such file or directory
            """))

    @Test(
        "C45 The output and errors of common commands are translated, except for data", .long("every common command"))
    func session() throws {
        let home = try SeededHome.home("flintstones", "solar")
        try home.translate(to: Translations.bracketed())
        try home.write("dates = iso\n", to: ".config/almanac/config")
        var left: [(line: String, words: [String])] = []
        // By default, no line shows planets, so the many words in the export of planets are not needed.
        let named = Soak.isOn ? home : try SeededHome.home("flintstones")
        var vocabulary = Self.known.union(WordSplitter.inside(try named.almanac("export", "--as", "json").output))
        for line in Soak.sample(Self.lines, 2) {
            let words = WordSplitter.split(line).map {
                $0.hasSuffix(".db") || $0.hasSuffix(".vcf") ? "\(home.folder)/\($0)" : $0
            }
            let ending = try home.run(words + ["--vertical"], with: Home.translated)
            // JSON strings without spaces, such as `planet` or `yes`, are not translated in other formats either.
            vocabulary.formUnion(WordSplitter.inside(line))
            if let json = try? home.run(words.filter { !Self.changes($0) } + ["--json"]).json {
                vocabulary.formUnion(json.single)
            }
            let rest = WordSplitter.outsideOfBrackets(ending.output + "\n" + ending.errors)
            left.append((line, WordSplitter.inside(rest)))
        }
        vocabulary.formUnion(WordSplitter.inside(try home.almanac("paths", "--json").output))
        for (line, words) in left {
            let untold = words.filter { !vocabulary.contains($0) }
            #expect(untold.isEmpty, "\(line): \(untold.joined(separator: " "))")
        }
    }

    private static func changes(_ word: String) -> Bool { word == "--yes" }
}

private enum WordSplitter {
    static func split(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    /// Returns the words of the text in lowercase, without single letters.
    static func inside(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.map(String.init).filter { $0.count > 1 }
    }

    static func outsideOfBrackets(_ text: String) -> String {
        var depth = 0
        return String(
            text.map { character in
                if character == "⟦" { depth += 1 }
                if character == "⟧" { depth -= 1 }
                return depth > 0 || character == "⟧" ? " " : character
            })
    }
}

extension JSONValue {
    /// The words of all strings that contain no spaces.
    fileprivate var single: [String] {
        if let string { return string.contains(" ") ? [] : WordSplitter.inside(string) }
        return (array ?? []).flatMap(\.single) + (members ?? []).flatMap { $0.value.single }
    }
}
