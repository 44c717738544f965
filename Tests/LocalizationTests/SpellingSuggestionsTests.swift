import Localization
import Testing

@Suite struct NearestTests {
    static let commands = [
        "persons", "groups", "planets", "notes", "favorites", "find", "show", "seed", "settings", "signup",
    ]

    @Test(arguments: [
        ("person", ["persons"]), ("pesrons", ["persons"]), ("PLANTES", ["planets"]), ("nots", ["notes"]),
        ("fnd", ["find"]),
        ("se", ["seed", "settings"]), ("shwo", ["show"]), ("xyzzy", []), ("", []), ("x", []),
    ])
    func `a mistyped word finds the nearest ones`(word: String, expected: [String]) {
        #expect(SpellingSuggestions.suggestions(for: word, among: Self.commands) == expected)
    }

    @Test func `case does not count, names come as they are written`() {
        #expect(
            SpellingSuggestions.suggestions(for: "bedrok", among: ["Bedrock", "BEDROCKS", "Hoth"]) == [
                "Bedrock", "BEDROCKS",
            ])
    }

    @Test func `the nearest comes first, at most three come, none twice`() {
        let found = SpellingSuggestions.suggestions(
            for: "wilma", among: ["vilmo", "wilmas", "wilma", "wilna", "walnas", "wilma", "fred"])
        #expect(found == ["wilma", "wilmas", "wilna"])
    }

    @Test func `a short word is at most one edit away`() {
        #expect(SpellingSuggestions.suggestions(for: "cat", among: ["dog", "cut", "cot", "cuts"]) == ["cot", "cut"])
    }
}
