import TestSupport
import Testing

@Suite("Checklist: output of birthdays and query", .childProcesses)
struct ExportFaultChecklistTests {
    @Test("C8 birthdays --save does not overwrite an existing file")
    func existing() throws {
        let home = try SeededHome.home("flintstones")
        let path = try home.write("mine", to: "calendar.ics")
        let refused = try home.almanac("birthdays", "--save", path)
        #expect(refused.status == 1 && refused.errors.contains(path))
        #expect(try home.bytes(of: path) == Array("mine".utf8))
        let new = home.folder + "/new.ics"
        #expect(try home.almanac("birthdays", "--save", new).status == 0)
        #expect(home.permissions(of: new) == 0o600)
        #expect(try home.bytes(of: new) == home.almanac("birthdays", "--ics").outputBytes)
        #expect(home.names(in: home.folder).filter { $0.hasSuffix(".ics") }.sorted() == ["calendar.ics", "new.ics"])
    }

    @Test("A calendar without events is not written")
    func emptyCalendar() throws {
        let home = try Home()
        let path = home.folder + "/none.ics"
        let written = try home.almanac("birthdays", "--save", path)
        let printed = try home.almanac("birthdays", "--ics")
        for ending in [written, printed] {
            #expect(ending.status == 0 && ending.output.isEmpty && ending.errors.contains("No calendar"))
        }
        #expect(!home.names(in: home.folder).contains("none.ics"))
    }

    @Test(
        "C8 A full output device is an error, but a closed output pipe is not",
        arguments: [
            "birthdays --ics", "query flintstone", "query flintstone --json",
        ])
    func fullAndClosed(command: String) throws {
        let home = try SeededHome.home("flintstones")
        let full = try home.shell("almanac \(command) > /dev/full")
        #expect(full.status == 1 && full.errors.split(separator: "\n").count == 1)
        let closed = try home.shell("almanac \(command) | head -c 1; exit ${PIPESTATUS[0]}")
        #expect([0, 141].contains(closed.status) && closed.errors == "")
    }
}
