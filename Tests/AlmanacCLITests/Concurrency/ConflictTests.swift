import TestSupport
import Testing
import Text

@Suite("Programs that share a database", .childProcesses)
struct ConflictTests {
    @Test("D8 An edit based on an outdated version is rejected, and both versions are shown")
    func outdatedEdit() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Leia", "title=Princess")
        #expect(try home.almanac("edit", "persons/1", "title=General", "--if-version", "1").status == 0)
        let late = try home.almanac("edit", "persons/1", "title=Senator", "nickname=Lelila", "--if-version=1")
        #expect(late.status == 1)
        #expect(late.output == "")
        #expect(late.errors.hasPrefix("Edit conflict: Leia (persons/1) is now at version 2."))
        for words in ["Senator", "General", "Lelila", "yours", "in the database"] {
            #expect(late.errors.contains(words), "\(words)")
        }
        let leia = try home.almanac("show", "persons/1", "--json").json
        #expect(leia["title"]?.string == "General")
        #expect(leia["nickname"] == .null)
        #expect(try home.almanac("edit", "persons/1", "title=Senator", "--if-version", "two").status == 2)
    }

    @Test func `An edit conflict in a form keeps the draft, and the next save keeps both changes`() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, ["open", "persons/1/edit"], until: "Given name:")
        try session.enter(":review", until: "edit ›")
        try session.enter("title='Crane operator'", until: "edit * ›")
        #expect(try home.almanac("edit", "persons/1", "nickname=Freddy").status == 0)
        // “Freddy” is the last word of the comparison.
        try session.enter("save", until: "Freddy")
        for words in ["Freddy", "Twinkletoes", "yours", "in the database"] {
            #expect(session.output.contains(words), "\(session.output)")
        }
        #expect(try home.almanac("show", "persons/1", "--json").json["nickname"]?.string == "Freddy")
        try session.enter("save", until: "persons › Fred Flintstone ›")
        #expect(session.quit() == 0)
        let fred = try home.almanac("show", "persons/1", "--json").json
        #expect(fred["title"]?.string == "Crane operator")
        #expect(fred["nickname"]?.string == "Freddy")
    }

    @Test func `The next command shows changes made by another program`() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("show persons/1", until: "Twinkletoes")
        try home.almanac("edit", "persons/1", "nickname=Freddy")
        try session.enter("show persons/1", until: "Freddy")
        try home.almanac("delete", "persons/1", "--yes")
        try session.enter("show persons/1", until: "persons/1 does not exist.")
        #expect(session.quit() == 0)
    }

    @Test(.long("four programs race")) func `Four concurrent programs lose only edits that are reported as conflicts`()
        throws
    {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Shared")
        let edits = try Soak.times(atLeast: 25, byDefault: 8)
        let scripts = try (0..<4).map { writer in
            let lines = (0..<edits).map { edit in
                "new person given=Writer\(writer) family=Number\(edit)\nedit persons/1 field.w\(writer)n\(edit)=done"
            }
            return try home.write(lines.joined(separator: "\n"), to: "script\(writer)")
        }
        let children = try scripts.map { try home.start("--keep-going", "--file", $0) }
        let endings = try children.map { try $0.finish() }

        // An edit may fail because the record changed between reading and writing; it must then report the conflict.
        let messages = endings.flatMap { $0.errors.split(separator: "\n") }
        let refused = messages.count { $0.contains("Edit conflict") }
        let shared = try home.almanac("show", "persons/1", "--json").json
        #expect(shared["customFields"]?.array?.count == 4 * edits - refused)
        #expect(shared["version"]?.integer == 4 * edits - refused + 1)
        #expect(try home.almanac("persons", "--json").rows.count == 4 * edits + 1)
        #expect(try home.almanac("check").status == 0)
    }

    @Test func `Four simultaneous first starts create one database`() throws {
        let home = try Home()
        let children = try (0..<4).map { try home.start("new", "person", "given=P\($0)") }
        let endings = try children.map { try $0.finish() }
        #expect(endings.map(\.status) == [0, 0, 0, 0])
        #expect(try home.almanac("persons", "--json").json.names.sorted() == ["P0", "P1", "P2", "P3"])
        #expect(try home.almanac("check").status == 0)
    }
}
