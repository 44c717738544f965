import TestSupport
import Testing

@Suite("Data handed to other programs", .childProcesses)
struct OtherProgramTests {
    /// Values that a shell would execute or that change the meaning of an argument or a path.
    private static let hostile = [
        "$(touch pwned)", "`touch pwned`", ";touch pwned", "|touch pwned", "&&touch pwned", ">pwned",
        "'; touch pwned #",
        "\"; touch pwned #", "\\\"; touch pwned", "a\ntouch pwned\n", "${IFS}touch${IFS}pwned", "$HOME", "~root", "*",
        "-rf",
        "--help", "-", "..", ".", "../../pwned", "/etc/passwd", ".hidden", "%s%n", "\u{202E}x", "CON",
        String(repeating: "x", count: 500),
    ]

    /// All values, or by default one of each kind.
    private static let tested =
        Soak.isOn
        ? hostile
        : ["$(touch pwned)", ";touch${IFS}pwned", "'; touch pwned #", "\"; touch pwned #", "--help", "../../pwned"]

    private func files(named name: String, below folder: String) throws -> [String] {
        try ChildProcess.run("/usr/bin/find", [folder, "-name", name]).output.split(separator: "\n").map(String.init)
    }

    @Test(.long("every hostile value")) func `A URL is passed to the browser as one literal argument`() throws {
        let home = try SeededHome.home()
        let browser = try home.write("printf '%s\\n' \"$#\" \"$1\" \"${HOME:+x}\"\n", to: "browser")
        for value in Self.tested.filter({ !$0.contains { $0.isWhitespace } && $0.count < 500 }) {
            let address = "https://a.example/" + value
            let made = try home.almanac("new", "person", "given=Ann", "url=\(address)", "--json").json
            let id = try #require(made["id"]?.string)
            let ending = try home.almanac("web", id, with: ["BROWSER": "/bin/sh '\(browser)'"])
            let shown = address.replacing("\u{202E}", with: "")
            #expect(ending.status == 0 && ending.output == "1\n\(shown)\nx\n", "\(value): \(ending.errors)")
        }
        for value in Self.tested {
            #expect(try home.almanac("edit", "persons/1", "url=\(value)", "--force").status == 0, "\(value)")
            let browser = ["BROWSER": "touch '\(home.folder)/pwned'"]
            #expect(try home.almanac("web", "persons/1", with: browser).status != 0, "\(value)")
        }
        #expect(try files(named: "pwned", below: home.folder) == [])
    }

    @Test(.long("every hostile value")) func `The editor receives a file path that contains no record data`() throws {
        let fixture = try EditorFixture()
        let home = fixture.home
        let editor = try fixture.editor("printf '%s %s\\n' \"$#\" \"$1\" >> \"$HOME/arguments\"")
        for value in Self.tested {
            let id = try home.almanac("new", "person", "given=\(value)", "--json").json["id"]?.string
            let edited = try fixture.edit(["edit", try #require(id)], with: editor)
            #expect(edited.status == 0, "\(edited.screen)")
            let number = try #require(id?.split(separator: "/").last)
            let line = try #require(fixture.trace("arguments").split(separator: "\n").last)
            #expect(line.hasPrefix("1 \(fixture.folder)/") && line.hasSuffix("/persons-\(number).txt"), "\(line)")
        }
        let unsafe = try fixture.edit(["edit", "persons/1"], with: ["EDITOR": "true; touch '\(home.folder)/pwned'"])
        #expect(unsafe.status == 1)
        #expect(try files(named: "pwned", below: home.folder) == [])
    }

    @Test(.long("every hostile value")) func `The pager receives records only on standard input`() throws {
        let home = try SeededHome.home()
        for value in Self.tested { try home.almanac("new", "person", "given=\(value)") }
        let pager = try home.write("printf '%s\\n' \"$#\" > \"$HOME/arguments\"; cat > \"$HOME/page\"\n", to: "pager")
        for setting in ["/bin/sh '\(pager)'", "/bin/sh '\(pager)' ; touch '\(home.folder)/pwned'"] {
            let terminal = try home.terminal(running: ["persons"], rows: 5, with: ["PAGER": setting])
            #expect(terminal.finish() == 0)
            let arguments = String(decoding: try home.bytes(of: home.folder + "/arguments"), as: UTF8.self)
            #expect(arguments == (setting.contains(";") ? "3\n" : "0\n"))
            let page = String(decoding: try home.bytes(of: home.folder + "/page"), as: UTF8.self)
            #expect(page.contains("touch pwned") && !page.contains("\u{202E}"))
        }
        #expect(try files(named: "pwned", below: home.folder) == [])
    }

    @Test func `Exported files have safe names for any UID`() throws {
        let home = try SeededHome.home()
        let uids =
            Self.hostile.map { $0.replacing("\n", with: "\\n") } + ["a\u{0}b", "case", "CASE", "Ünï", "a/../b"]
        let cards = uids.enumerated().map { index, uid in
            "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\(uid)\r\nFN:Name \(index)\r\nEND:VCARD\r\n"
        }
        #expect(try home.run(["import", "-"], input: cards.joined()).status == 0)
        let count = try home.almanac("persons", "--json").rows.count
        #expect(count >= Set(uids).count - 1)
        let folder = home.folder + "/contacts"
        let ending = try home.almanac("export", "--to", folder + "/")
        #expect(ending.status == 0, "\(ending.errors)")
        let names = home.names(in: folder)
        #expect(names.count == count)
        for name in names {
            #expect(
                name.utf8.count <= 200 && name.hasSuffix(".vcf") && !name.hasPrefix("-") && !name.hasPrefix("."),
                "\(name)")
            #expect(
                name.unicodeScalars.allSatisfy {
                    $0.isASCII && ($0.properties.isAlphabetic || "0123456789%-_@.".contains(Character($0)))
                })
        }
        #expect(try files(named: "pwned", below: home.folder) == [])
        let other = try SeededHome.home()
        #expect(try other.almanac("import", folder).status == 0)
        #expect(try other.almanac("export").output.utf8.count == home.almanac("export").output.utf8.count)
    }
}
