import FoundationEssentials
import TestSupport
import Testing

/// The table and the sources that it is made of.
@Suite("The table of messages", .enabled(if: Table.python != nil, "there is no python3, which makes the table"))
struct TableTests {
    @Test("C45 The table holds every message of the sources, and no other")
    func upToDate() throws {
        let made = try ChildProcess.run(
            try #require(Table.python), [Table.folder + "/messages.py"], environment: ["PATH": "/usr/bin:/bin"])
        #expect(made.status == 0, "\(made.errors)")
        let table = try String(contentsOfFile: Table.folder + "/almanac.pot", encoding: .utf8)
        let (present, wanted) = (Table.messages(in: table), Table.messages(in: made.output))
        #expect(wanted.subtracting(present) == [], "missing: make the table anew, as the head of messages.py tells")
        #expect(present.subtracting(wanted) == [], "not in the sources any more")
        #expect(table == made.output)
        #expect(wanted.count > 1000 && wanted.contains("There is nothing to undo."))
    }
}

private enum Table {
    static let folder = #filePath.split(separator: "/Tests/")[0] + "/Sources/Localization"

    static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The first words of each.
    static func messages(in table: String) -> Set<String> {
        Set(table.split(separator: "\n").filter { $0.hasPrefix("msgid \"") }.map { String($0.dropFirst(7).dropLast()) })
    }
}
