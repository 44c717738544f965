import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Checks of the section “Files” in `Tests/Checklist.md`.
@Suite("Checklist: files", .childProcesses)
struct FileFaultChecklistTests {
    @Test("F4 photo --save and backup do not write through a symbolic link")
    func links() throws {
        let home = try Self.homeWithPhoto()
        let victim = try home.write("precious", to: "victim")
        for (number, words) in [["photo", "persons/1", "--save"], ["backup"]].enumerated() {
            let link = "\(home.folder)/link\(number)"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim)
            #expect(try home.run(words + [link]).status == 1)
            #expect(try home.bytes(of: victim) == Array("precious".utf8))
        }
        // A dangling link also counts as an existing file.
        let dangling = home.folder + "/dangling"
        try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: home.folder + "/nowhere")
        #expect(try home.almanac("photo", "persons/1", "--save", dangling).status == 1)
        #expect(!home.exists(home.folder + "/nowhere"))
    }

    @Test("A calendar replaces a file only with --force", arguments: ["birthdays", "due", "reminders"])
    func calendars(command: String) throws {
        let home = try SeededHome.home("flintstones")
        try home.almanac("edit", "persons/1", "contact=1d")
        try home.almanac("log", "persons/1", "Met", "--remind", "1d")
        let path = try home.write("old", to: "calendar.ics")
        let refused = try home.almanac(command, "--save", path)
        #expect(refused.status == 1 && refused.errors.contains("--force"), "\(refused.errors)")
        #expect(String(decoding: try home.bytes(of: path), as: UTF8.self) == "old")
        #expect(try home.almanac(command, "--save", path, "--force").status == 0)
        #expect(String(decoding: try home.bytes(of: path), as: UTF8.self).hasPrefix("BEGIN:VCALENDAR"))
    }

    @Test("F8 The editor command is run without a shell, and its failure is reported")
    func editor() throws {
        let fixture = try EditorFixture()
        let trace = fixture.home.folder + "/started"
        for command in [
            "vi-of-nobody; touch \(trace)", "/nowhere/vi", "'open", "$(touch \(trace))", "`touch \(trace)`",
        ] {
            let ending = try fixture.edit(["edit", fixture.note], with: ["EDITOR": command])
            #expect(ending.status == 1, "\(ending.screen)")
            // Long paths change where lines are wrapped.
            let text = ending.screen.replacing("\n", with: " ")
            #expect(text.contains("Set $ALMANAC_EDITOR or the setting “editor”"), "\(ending.screen)")
        }
        #expect(!fixture.home.exists(trace))
        let signalled = try fixture.edit(["edit", fixture.note], with: fixture.editor("kill -TERM $$"))
        #expect(signalled.status == 1 && signalled.screen.contains("exited with status 143"))
        #expect(fixture.home.names(in: fixture.folder) == [])
        #expect(try fixture.value("text", of: fixture.note) == "Dig deeper.")
    }

    @Test(
        "F8 Saving empty text asks before deleting the record, and a file that is not UTF-8 is kept",
        arguments: ["n", "y"])
    func emptied(answer: String) throws {
        let fixture = try EditorFixture()
        let emptied = try fixture.edit(
            ["edit", fixture.note], with: fixture.editor(": >\"$1\""), typing: answer + "\r")
        #expect(emptied.screen.contains("The edited text of Plans (\(fixture.note)) is empty. Delete the record?"))
        #expect(try fixture.home.almanac("show", fixture.note).status == (answer == "y" ? 3 : 0))
        let binary = try fixture.edit(["edit", "persons/1"], with: fixture.editor("printf '\\377' >\"$1\""))
        #expect(binary.status == 1 && binary.screen.contains("It is not UTF-8."))
        #expect(fixture.leftBehind.count == 1)
    }

    @Test("F9 The edited file is removed after the edit but kept after a kill until it expires")
    func leftBehind() throws {
        let fixture = try EditorFixture()
        let killed = try fixture.edit(
            ["edit", fixture.note], with: fixture.editor("echo more >>\"$1\"; kill -9 $PPID"))
        #expect(killed.status == 137)
        let kept = try #require(fixture.leftBehind.first)
        #expect(try String(decoding: fixture.home.bytes(of: kept), as: UTF8.self).hasSuffix("Dig deeper.\nmore\n"))
        #expect(try fixture.value("text", of: fixture.note) == "Dig deeper.")

        _ = try fixture.edit(["edit", fixture.note], with: fixture.editor("touch \"$1\""))
        #expect(fixture.leftBehind == [kept])
        _ = try fixture.home.shell("touch -d '40 days ago' '\(fixture.folder)'/*")
        _ = try fixture.edit(["edit", fixture.note], with: fixture.editor("touch \"$1\""))
        #expect(fixture.home.names(in: fixture.folder) == [])
    }

    @Test("F10 web rejects invalid addresses and schemes other than HTTP and HTTPS")
    func strangeAddresses() throws {
        let home = try SeededHome.home()
        let trace = home.folder + "/started"
        try home.almanac("new", "person", "given=Leia")
        for address in [
            "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "--help", "-x", "http", "https://a b",
            "https://a\nb", "https://" + String(repeating: "a", count: 5000), "ftp://a.example",
        ] {
            try home.almanac("edit", "persons/1", "url=\(address)", "--force")
            let ending = try home.almanac("web", "persons/1", with: ["BROWSER": "touch \(trace)"])
            #expect(ending.status != 0)
            #expect(!home.exists(trace))
        }
    }

    @Test("F10 A web address is shown in full and passed literally to the browser")
    func webAddress() throws {
        let home = try SeededHome.home()
        let address = "https://a.example/$(touch,x);`y`&z"
        try home.almanac("new", "person", "given=Leia", "url=\(address)")
        let ending = try home.almanac("web", "persons/1", with: ["BROWSER": "echo got"])
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.errors.contains(address))
        #expect(ending.output == "got \(address)\n")
    }

    @Test("F11 Unknown settings are reported, an oversized configuration file is ignored, and values are not executed")
    func configuration() throws {
        let home = try Home()
        try home.write("nonsense = 1\ncolor = never\n", to: ".config/almanac/config")
        let ending = try home.almanac("version")
        #expect(ending.status == 0)
        #expect(ending.errors.contains("nonsense"))
        try home.write([UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20), to: ".config/almanac/config")
        #expect(try home.almanac("version").status == 0)
        try home.write("color = $(touch \(home.folder)/started)\n", to: ".config/almanac/config")
        try home.almanac("version")
        #expect(!home.exists(home.folder + "/started"))
    }

    @Test("F12 backup and --database treat paths literally")
    func paths() throws {
        let home = try HomeFixture.home(.bedrock)
        for name in ["a b*?.db", "~", "-", "$HOME", "[a].db", "'q\"", "-rf"] {
            let path = home.folder + "/" + name
            let ending = try home.almanac("backup", path)
            #expect(ending.status == 0, "\(ending.errors)")
            #expect(home.exists(path))
            #expect(try home.almanac("--database", path, "persons").lines.count == 8)
        }
    }

    private static func homeWithPhoto() throws -> Home {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Leia")
        let image = try home.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1], to: "face.png")
        try home.almanac("photo", "persons/1", image)
        return home
    }
}
