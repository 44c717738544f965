import Localization
import Testing

@Suite("Spelling suggestions") struct SpellingSuggestionsTests {
    static let commands = [
        "persons", "groups", "planets", "notes", "favorites", "find", "show", "seed", "settings", "signup",
    ]

    @Test(arguments: [
        ("person", ["persons"]), ("pesrons", ["persons"]), ("PLANTES", ["planets"]), ("nots", ["notes"]),
        ("fnd", ["find"]),
        ("se", ["seed", "settings"]), ("shwo", ["show"]), ("xyzzy", []), ("", []), ("x", []),
    ])
    func `Suggestions are known words that resemble or start with the given word`(word: String, expected: [String]) {
        #expect(SpellingSuggestions.suggestions(for: word, among: Self.commands) == expected)
    }

    @Test func `Case is ignored, and suggestions keep their spelling`() {
        #expect(
            SpellingSuggestions.suggestions(for: "bedrok", among: ["Bedrock", "BEDROCKS", "Hoth"]) == [
                "Bedrock", "BEDROCKS",
            ])
    }

    @Test func `Up to three distinct words are suggested, closest first`() {
        let found = SpellingSuggestions.suggestions(
            for: "wilma", among: ["vilmo", "wilmas", "wilma", "wilna", "walnas", "wilma", "fred"])
        #expect(found == ["wilma", "wilmas", "wilna"])
    }

    @Test func `Suggestions for short words differ by at most one edit`() {
        #expect(SpellingSuggestions.suggestions(for: "cat", among: ["dog", "cut", "cot", "cuts"]) == ["cot", "cut"])
    }
}
