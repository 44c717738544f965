import Model
import Testing

@testable import Navigation

struct FilterTokenJoinerTests {
    @Test(
        arguments: [
            (["group = 'Rebel Alliance'"], "group = \"Rebel Alliance\""),
            (["group", "=", "Rebel Alliance"], "group = \"Rebel Alliance\""),
            (["group=Rebel Alliance", "and", "birthday is null"], "group = \"Rebel Alliance\" and birthday is null"),
            (
                ["(group=Rebel Alliance", "or", "group", "=", "A (B))"],
                "group = \"Rebel Alliance\" or group = \"A (B)\""
            ),
            (["group = x", "and", "name ~ y"], "group = x and name ~ y"),
            (["birthday<1977 and version>1", "or", "city = x"], "(birthday < 1977 and version > 1) or city = x"),
            (["birthday<1977-05", "and", "name = x"], "birthday < 1977-05 and name = x"),
            (["url", "~", "https://a=b"], "url ~ \"https://a=b\""),
            (["note=a=b", "or", "city = x"], "note = \"a=b\" or city = x"),
            (["name", "!=", "it's \"so\""], "name != \"it's \"\"so\"\"\""),
            (["birthday", "is", "null"], "birthday is null"),
            (["NOT", "(birthday", "IS", "NULL)"], "not birthday is null"),
        ] as [([String], String)])
    func `A filter split by the shell is joined again`(words: [String], filter: String) throws {
        #expect(try FilterTokenJoiner.filter(words, of: .person).condition.description == filter)
    }

    @Test(arguments: [("raduis < 3", "radius"), ("mass:mjip > 2", "mjup"), ("type = plant", "planet")])
    func `A correction is suggested for a misspelled field, unit, or value`(text: String, word: String) {
        do throws(FilterProblem) {
            _ = try FilterTokenJoiner.filter(text.split(separator: " ").map(String.init), of: .planet)
            Issue.record("\(text) is a filter")
        } catch {
            #expect(error.suggestions.first == word)
        }
    }

    @Test(
        arguments: [
            ("rad", [], "", "", "rad"), ("radius:re", ["where"], "radius:", "radius:", "re"),
            ("(mass>", ["where", "not"], "not (mass>", "(mass>", ""), ("reb", ["group", "="], "group =", "", "reb"),
            ("", ["group", "=", "Rebel Alliance"], "group = \"Rebel Alliance\"", "", ""),
        ] as [(String, [String], String, String, String)])
    func `Completion separates the word to complete from its prefix`(
        typed: String, words: [String], text: String, prefix: String, word: String
    ) {
        let beginning = PartialFilter(typed, isQuoted: false, after: words)
        #expect(beginning.text == text && beginning.prefix == prefix && beginning.word == word)
    }
}
