import Glibc
import TestSupport
import Testing

extension ImportCommandTests {
    @Test func `C7 An interrupted import does not add contacts and leaves the database intact`() throws {
        let path = try file("many.vcf", cards(20_000))
        let terminal = try home.terminal("import", path)
        #expect(terminal.wait { $0.text.contains("import  ") })
        terminal.send(SIGINT)
        #expect(terminal.finish() == 130)
        #expect(try home.almanac("persons", "--limit", "1", "--json").rows.isEmpty)
        #expect(try home.almanac("check").status == 0)
    }

    @Test func `An interrupted import does not leave a backup`() throws {
        _ = try home.almanac("import", try file("few.vcf", cards(3)))
        let path = try file("many.vcf", cards(20_000))
        let terminal = try home.terminal("import", path)
        #expect(terminal.wait { $0.text.contains("import  ") })
        terminal.send(SIGINT)
        #expect(terminal.finish() == 130)
        #expect(try home.almanac("backups", "--json").rows.isEmpty)
    }

    @Test func `Ctrl-C cancels an import even after its prompt was answered`() throws {
        _ = try home.almanac("import", try file("few.vcf", cards(3)))
        let changed = cards(2500).replacing("Given1 ", with: "Other1 ").replacing(";Given1;", with: ";Other1;")
        let terminal = try home.terminal(running: ["--no-pager", "import", try file("many.vcf", changed)])
        #expect(
            terminal.wait { $0.text.contains("?") && $0.text.contains("merge") && !$0.isCooked }, "\(terminal.text)")
        terminal.type("merge\r")
        #expect(terminal.wait { $0.isCooked && $0.text.contains("Working") })
        terminal.type("\u{3}")
        #expect(terminal.finish() == 130, "\(terminal.text)")
        #expect(terminal.text.contains("Interrupted"))
        #expect(try home.almanac("persons", "--all", "--json").rows.count == 3)
    }
}
