import FoundationEssentials
import TestSupport
import Testing

@Suite("Importing folders", .childProcesses)
struct FolderImportTests {
    private let home: Home

    init() throws { home = try SeededHome.home() }

    private func card(_ name: String, note: String = "") -> String {
        "BEGIN:VCARD\nVERSION:4.0\nUID:\(name)\nFN:\(name)\nNOTE:\(note)\nEND:VCARD\n"
    }

    @Test(.long("imports many contacts"))
    func `A folder can contain more files than the program may open at the same time`() throws {
        for number in 0..<100 { try home.write(card("Small \(number)"), to: "cards/\(number).vcf") }
        // A larger file is opened a second time, after its beginning was read to recognize the format.
        let size = Soak.isOn ? 100 : 10
        let note = String(repeating: "0123456789", count: 20_000 / size)
        for number in 0..<4 {
            let cards = (0..<size).map { card("Large \(number)-\($0)", note: note) }.joined()
            let path = try home.write(cards, to: "cards/large\(number).vcf")
            if number > 1 { _ = try ChildProcess.run("/usr/bin/gzip", [path]) }
        }
        let ending = try home.shell("ulimit -n 64; almanac import ~/cards --json")
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.output.contains("\"new\":\(100 + 4 * size)"), "\(ending.output)")
        #expect(try home.almanac("find", "Large 3-\(size - 1)", "--json").output.contains(note))
    }

    @Test func `A file that cannot be opened is reported, and the other files in its folder are imported`() throws {
        try home.write(card("Ann"), to: "cards/a.vcf")
        try FileManager.default.createSymbolicLink(
            atPath: home.folder + "/cards/b.vcf", withDestinationPath: "missing.vcf")
        try home.write(card("Cy"), to: "cards/c.vcf")
        let ending = try home.almanac("import", home.folder + "/cards", "--format", "table")
        #expect(ending.status == 5)
        #expect(ending.output.contains("2 new; 1 rejected"), "\(ending.output)")
        #expect(ending.output.contains("Cannot read \(home.folder)/cards/b.vcf."), "\(ending.output)")
        let single = try home.almanac("import", home.folder + "/cards/b.vcf", home.folder + "/cards/a.vcf")
        #expect(single.status == 1 && single.output.isEmpty)
    }
}
