import TestSupport
import Testing

@testable import Navigation

struct ShellWordsTests {
    @Test(
        arguments: [
            ("", []), ("  \t ", []), ("show 1", ["show", "1"]), ("  show   1  ", ["show", "1"]),
            ("note 'a b' \"c d\"", ["note", "a b", "c d"]), ("text=", ["text="]), ("''", [""]), ("a''b", ["ab"]),
            (#"'it'\''s'"#, ["it's"]), (#"a\ b"#, ["a b"]), (#""a\"b\\c\d""#, [#"a"b\c\d"#]), (#"'a\'"#, [#"a\"#]),
            (#"a\"#, [#"a\"#]),
            ("$HOME *", ["$HOME", "*"]),
        ] as [(String, [String])])
    func `A line is split according to POSIX quoting rules without expansion`(line: String, words: [String]) throws {
        #expect(try ShellWords.split(line) == words)
    }

    @Test(arguments: [
        ("import ~/a.vcf ~/b", ["import", "/home/u/a.vcf", "/home/u/b"]), ("~/", ["/home/u/"]),
        ("~/'a b'", ["/home/u/a b"]),
        (#"'~/a' "~/a" \~/a ~"/a" x~/a a=~/b ~ ~x"#, ["~/a", "~/a", "~/a", "~/a", "x~/a", "a=~/b", "~", "~x"]),
    ])
    func `Only an unquoted ~/ at the start of a word denotes the home folder`(line: String, words: [String]) throws {
        #expect(try ShellWords.split(line, home: "/home/u") == words)
        #expect(try ShellWords.split(ShellWords.joined(words), home: "/home/u") == words)
    }

    @Test(arguments: ["'", "a 'b", "\"", #"a "b\""#])
    func `An unclosed quote is an error`(line: String) {
        #expect(throws: CommandProblem.self) { try ShellWords.split(line) }
    }

    @Test func `Quoted words round-trip`() throws {
        let words = [
            "", " ", "'", "\"", "\\", "a b", "it's", "''", "\u{301}a b", "x\u{301} y", "' \u{301}", " \u{301}", "\n",
            "\r\n", "a\u{200D}b", "Ёжик", "--",
        ]
        for first in words {
            for second in words {
                #expect(try ShellWords.split(ShellWords.joined([first, second])) == [first, second])
            }
        }
    }

    @Test func `A shell parses quoted words into the original words`() throws {
        let words = [
            "$(exit 1)", "`exit 1`", "a;b", "a&b", "a|b", "<a>", "(a)", "/*", "/?", "[a]", "{a,b}", "!x", "#x", "~",
            "~root",
            "$HOME", "it's", "\\", "\"", "a b", "a=~b", "plain",
        ]
        let ending = try ChildProcess.run("/bin/sh", ["-c", "printf '%s\\n' \(ShellWords.joined(words))"])
        #expect(ending.output == words.map { $0 + "\n" }.joined())
    }
}
