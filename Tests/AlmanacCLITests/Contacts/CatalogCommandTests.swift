import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("Importing planet catalogs", .childProcesses)
struct CatalogCommandTests {
    private let home: Home

    init() throws { home = try SeededHome.home() }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = "\(home.folder)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private static let header = "pl_name,hostname,pl_bmassj,pl_orbper\n"

    @Test func `Added, changed, and missing planets are reported, and the import supports --dry-run and undo`() throws {
        let path = try file("planets.csv", Self.header + "A b,A,1,10\nA c,A,2,20\n")
        let rehearsal = try home.almanac("import", path, "--dry-run", "--json")
        #expect(rehearsal.status == 0 && rehearsal.output.contains("\"added\":2"))
        #expect(try home.almanac("planets", "--json").rows.isEmpty)
        #expect(try home.almanac("import", path).status == 0)
        _ = try file("planets.csv", Self.header + "A b,A,3,10\nA d,A,,\n")
        let cases = try home.almanac("import", path, "--dry-run", "--json").output
        let kinds = ["added", "changed", "gone"].map { cases.ranges(of: "\"kind\":\"\($0)\"").first?.lowerBound }
        #expect(kinds.allSatisfy { $0 != nil } && kinds.compactMap(\.self) == kinds.compactMap(\.self).sorted())
        let ending = try home.almanac("import", path, "--format", "table")
        #expect(ending.status == 0)
        #expect(ending.output.contains("1 added, 1 changed."))
        #expect(ending.output.contains("1 planet is no longer in the catalog"))
        #expect(try home.almanac("planets", "--json").rows.count == 3)
        #expect(try home.almanac("undo", "--yes").status == 0)
        #expect(try home.almanac("planets", "--json").rows.count == 2)
    }

    @Test func `Rejected rows are reported with their file and line and saved to a new file for correction`() throws {
        let path = try file("planets.csv", Self.header + ",A,1,10\nA c,A,2,20\n")
        let rejects = "\(home.folder)/bad.csv"
        let ending = try home.almanac("import", path, "--rejects", rejects, "--format", "table")
        #expect(ending.status == 5 && ending.output.contains("planets.csv:2"))
        let bad = String(decoding: try home.bytes(of: rejects), as: UTF8.self)
        #expect(bad == Self.header + ",A,1,10\n")
        let corrected = try file("corrected.csv", bad.replacing(",A,1", with: "A b,A,1"))
        #expect(try home.almanac("import", corrected, "--json").output.contains("\"added\":1"))
    }

    @Test func `A body whose row contains an invalid value is not reported as missing, and skipped rows are counted`()
        throws
    {
        let path = try file("planets.csv", Self.header + "A b,A,1,10\nA c,A,2,20\nA d,A,3,30\n")
        #expect(try home.almanac("import", path).status == 0)
        _ = try file("planets.csv", Self.header + "A b,A,0,10\nA c,A,2,20\nA c,A,3,20\n")
        let ending = try home.almanac("import", path, "--json")
        #expect(ending.status == 0 && ending.output.contains("\"gone\":1,"), "\(ending.output)")
        #expect(ending.output.contains("\"otherSolutions\":1,"), "\(ending.output)")
        let readable = try home.almanac("import", path, "--solution", "complete", "--format", "table").output
        #expect(readable.contains("Skipped 1 other row of a planet, because the file has no default_flag column."))
    }

    @Test func `Importing an exported list of planets changes nothing`() throws {
        let home = try SeededHome.home("solar")
        let path = try home.write(home.almanac("planets", "--all", "--csv").outputBytes, to: "planets.csv")
        #expect(try home.almanac("import", path, "--format", "table").output.hasPrefix("Imported: 110 unchanged.\n"))
    }

    @Test func `Rejected rows are saved below the header of their source file`() throws {
        let one = try file("one.csv", Self.header + ",A,1,10\n")
        let other = try file("other.csv", "name,mass_kg\n,1e24\n,2e24\n")
        let rejects = "\(home.folder)/bad.csv"
        #expect(try home.almanac("import", one, other, "--rejects", rejects).status == 1)
        let bad = String(decoding: try home.bytes(of: rejects), as: UTF8.self)
        #expect(bad == Self.header + ",A,1,10\nname,mass_kg\n,1e24\n,2e24\n")
    }

    @Test func `A repeated body is rejected, and an import without changes does not leave a backup`() throws {
        let header = "name,mass.mjup\n"
        let path = try file("twice.csv", header + "A b,1\nA b,2\n")
        let rejects = "\(home.folder)/bad.csv"
        let ending = try home.almanac("import", path, "--rejects", rejects, "--format", "table")
        #expect(ending.status == 5 && ending.output.contains("1 added, 1 rejected"), "\(ending)")
        #expect(String(decoding: try home.bytes(of: rejects), as: UTF8.self) == header + "A b,2\n")
        let backups = try home.almanac("backups", "--json").rows.count
        #expect(try home.almanac("import", try file("same.csv", header + "A b,1\n")).status == 0)
        #expect(try home.almanac("backups", "--json").rows.count == backups)
    }

    @Test func `A planet import rejects contact files and contact fields in --map`() throws {
        let path = try file("planets.csv", Self.header + "A b,A,1,10\n")
        let cards = try file("cards.vcf", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Leia\r\nEND:VCARD\r\n")
        for words in [["import", path, "--map", "a=given"], ["import", path, cards]] {
            let ending = try home.run(words)
            #expect(ending.status != 0 && ending.output == "")
        }
        #expect(try home.almanac("planets", "--json").rows.isEmpty)
    }

    @Test func `A non-interactive import --update fails without --yes if it would change planets`() throws {
        let path = try file("planets.csv", Self.header + "A b,A,1,10\n")
        #expect(try home.almanac("import", path, "--update", "--yes").status == 0)
        _ = try file("planets.csv", Self.header + "A b,A,3,10\n")
        let refused = try home.almanac("import", path, "--update")
        #expect(refused.status == 2 && refused.errors.contains("--yes"), "\(refused)")
        #expect(try home.almanac("import", path, "--update", "--dry-run", "--json").output.contains("\"changed\":1,"))
        #expect(try home.almanac("import", path, "--update", "--yes", "--json").output.contains("\"changed\":1,"))
        #expect(try home.almanac("import", path, "--update").status == 0)
        let cards = try file("cards.vcf", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Leia\r\nEND:VCARD\r\n")
        let ending = try home.run(["import", cards, "--update"])
        #expect(ending.status != 0 && ending.errors.contains("--update requires a planet catalog"))
    }

    @Test func `An interrupted import does not add planets`() throws {
        let rows = (0..<30_000).map { "Star-\($0) b,Star-\($0),\($0 + 1),10\n" }.joined()
        let path = try file("many.csv", Self.header + rows)
        let terminal = try home.terminal("import", path)
        #expect(terminal.wait { $0.text.contains("import  ") })
        terminal.send(SIGINT)
        #expect(terminal.finish() == 130)
        #expect(try home.almanac("planets", "--limit", "1", "--json").rows.isEmpty)
    }
}
