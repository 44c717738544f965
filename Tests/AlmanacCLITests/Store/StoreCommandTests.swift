import SQLite
import TestSupport
import Testing
import Text

@Suite("Database maintenance, version, and navigation graph", .childProcesses)
struct StoreCommandTests {
    @Test func `check finds no problems in an intact database`() throws {
        let home = try SeededHome.home("flintstones")
        let ending = try home.almanac("check")
        #expect(ending.status == 0)
        #expect(ending.output == "No problems found.\n")
    }

    /// Changes that damage the database, with the expected findings.
    static let damages: [(sql: String, finding: String)] = [
        ("PRAGMA foreign_keys = OFF; UPDATE note SET person_id = 999, group_id = NULL WHERE id = 1", "orphan"),
        ("DELETE FROM search", "search"),
        ("UPDATE person SET photo = '\(String(repeating: "ab", count: 32))' WHERE id = 1", "photo"),
        ("DROP INDEX note_by_person", "schema"),
    ]

    @Test(.long("checks each damaged database twice"))
    func `check --deep reports an orphaned row, an empty search index, and a missing photo or index`() throws {
        for (sql, finding) in Self.damages {
            let home = try SeededHome.home("flintstones")
            let connection = try Connection(at: home.store, mode: .readWrite)
            try connection.execute(sql)
            let read = try home.almanac("check", "--deep", "--json")
            #expect(read.status == 1, "\(sql)")
            #expect(read.errors.contains("The database has "), "\(sql)")
            #expect(read.errors.lowercased().contains(finding), "\(read.errors)")
            #expect(try read.rows.contains { $0["name"]?.string?.contains(finding) == true }, "\(read.output)")
            guard Soak.isOn || finding == "orphan" else { continue }
            let ending = try home.almanac("check", "--deep")
            #expect(ending.status == 1 && ending.errors == read.errors && ending.output.isEmpty, "\(ending)")
        }
    }

    @Test(arguments: [
        ("DROP INDEX note_by_person", "Use “check --fix” to repair it; there is no intact automatic backup"),
        (
            "PRAGMA ignore_check_constraints = ON; UPDATE person SET birthday = 'someday' WHERE id = 1",
            "These problems must be fixed by hand; there is no intact automatic backup"
        ),
        ("UPDATE migration SET checksum = 'x' WHERE name = 'search'", "“salvage” to recover readable data"),
    ])
    func `check suggests how to fix a problem`(sql: String, advice: String) throws {
        let home = try SeededHome.home("flintstones")
        try Connection(at: home.store, mode: .readWrite).execute(sql)
        let ending = try home.almanac("check")
        #expect(ending.status == 1 && ending.errors.contains(advice), "\(ending.errors)")
    }

    @Test func `check detects bytes overwritten on disk`() throws {
        let home = try SeededHome.home("flintstones")
        var bytes = try home.bytes(of: home.store)
        for place in stride(from: bytes.count / 2, to: bytes.count / 2 + 20_000, by: 7) { bytes[place] ^= 0x5A }
        try home.write(bytes, to: ".local/share/almanac/almanac.db")
        let ending = try home.almanac("check")
        #expect(ending.status == 1)
        #expect(ending.errors.contains("malformed"))
    }

    @Test func `salvage rejects a file that is not a database`() throws {
        let home = try SeededHome.home("flintstones")
        try home.write(Array("Dear diary".utf8), to: "diary.txt")
        let ending = try home.almanac("salvage", home.folder + "/diary.txt")
        #expect(ending.status == 1 && ending.errors.contains("diary.txt is not an SQLite database"), "\(ending.errors)")
    }

    @Test func `backup writes a database with the same persons and does not overwrite an existing file`() throws {
        let home = try SeededHome.home("flintstones")
        let path = home.folder + "/copy.db"
        let report = try home.almanac("backup", path, "--json")
        #expect(report.status == 0)
        #expect(try report.json["persons"]?.integer == 8)
        #expect(
            try home.almanac("--database", path, "persons", "--json").json == home.almanac("persons", "--json").json)
        #expect(home.permissions(of: path) == 0o600)
        let file = try home.write("mine", to: "mine.txt")
        let refused = try home.almanac("backup", file)
        #expect(refused.status == 1)
        #expect(refused.errors == "\(file) already exists. Choose another name, or remove the file first.\n")
        #expect(try home.bytes(of: file) == Array("mine".utf8))
    }

    @Test func `migrate status lists the migrations`() throws {
        let home = try Home()
        try home.almanac("new", "person", "given=Leia")
        let rows = try home.almanac("migrate", "status", "--json").rows
        let versions = rows.compactMap { $0["version"]?.integer }
        #expect(versions == (0..<rows.count).map { 17 + $0 })
        #expect(rows.count >= 5)
        #expect(rows.allSatisfy { $0["applied"]?.string?.hasPrefix("20") == true })
        #expect(try home.almanac("migrate").status == 0)
        #expect(try home.almanac("migrate", "stauts").status == 2)
    }

    @Test func `version prints one line`() throws {
        let home = try Home()
        let version = try home.almanac("version")
        #expect(version.status == 0)
        #expect(version.lines.count == 1)
        #expect(version.output.hasPrefix("almanac "))
        #expect(try home.almanac("--version") == version)
    }

    @Test(.enabled(if: Soak.isOn, "takes 20 seconds"), .long("draws the navigation graph"))
    func `graph prints the navigation graph as DOT source`() throws {
        let home = try SeededHome.home("flintstones")
        let graph = try home.almanac("graph")
        #expect(graph.status == 0 && !graph.hasEscapes)
        #expect(graph.output.hasPrefix("digraph almanac {\n"))
        #expect(graph.output.hasSuffix("}\n"))
        for place in ["persons", "groups", "planets", "notes", "found", "settings"] {
            #expect(graph.output.contains("\"anywhere\" -> \"\(place)\""), "\(place)")
        }
        #expect(try home.almanac("persons", "--json").rows.count == 8)
    }
}
