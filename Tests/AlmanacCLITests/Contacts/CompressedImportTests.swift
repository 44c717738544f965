import TestSupport
import Testing

@Suite("Importing files compressed with gzip", .childProcesses)
struct CompressedImportTests {
    private let home: Home

    init() throws { home = try SeededHome.home() }

    private func compressed(_ text: String) throws -> [UInt8] {
        try ChildProcess.run("/usr/bin/gzip", ["-c", home.write(text, to: "plain")]).outputBytes
    }

    private static let planets = "pl_name,hostname,pl_bmassj\nA b,A,1\n"
    private static let card = "BEGIN:VCARD\nVERSION:4.0\nFN:Ann\nEND:VCARD\n"

    @Test func `Compressed planet and contact files are recognized under any name and on standard input`() throws {
        let hostile = try home.write(compressed(Self.planets), to: "-c $(touch x);\u{1B}[2J 'ü.csv.gz")
        #expect(try home.almanac("import", hostile, "--json").output.contains("\"added\":1"))
        let path = try home.write(compressed(Self.planets), to: "planets")
        let again = try home.shell("almanac import - --json < '\(path)'")
        #expect(again.output.contains("\"same\":1"), "\(again)")
        try home.write(compressed(Self.card), to: "cards/a.vcf.gz")
        try home.write(compressed("Name,Email\nBob,b@example.com\n"), to: "cards/b.CSV.GZ")
        #expect(try home.almanac("import", "\(home.folder)/cards", "--json").output.contains("\"new\":2"))
        #expect(try home.almanac("persons", "--json").rows.count == 2)
    }

    @Test func `A damaged or doubly compressed file is rejected with a clear error, and nothing is imported`() throws {
        let rows = (0..<300).map { "Star-\($0) b,Star-\($0),\($0 + 1)\n" }.joined()
        let bytes = try compressed(Self.planets + rows)
        var corrupted = bytes
        corrupted[bytes.count - 6] ^= 1
        for damaged in [Array(bytes.dropLast(9)), Array(bytes.prefix(20)), bytes + [1, 2, 3], corrupted] {
            let path = try home.write(damaged, to: "planets.csv.gz")
            let ending = try home.almanac("import", path)
            #expect(ending.status == 1 && ending.errors.contains("incomplete or damaged"), "\(ending)")
        }
        let twice = try home.write(compressed(Self.card), to: "a.vcf.gz")
        let nested = try ChildProcess.run("/usr/bin/gzip", ["-c", twice]).outputBytes
        let ending = try home.almanac("import", home.write(nested, to: "a.vcf.gz.gz"))
        #expect(ending.status == 1 && ending.errors.contains("a file compressed with gzip"), "\(ending)")
        #expect(try home.almanac("planets", "--json").rows.isEmpty)
    }

    @Test func `If gzip is not installed, the error suggests installing it`() throws {
        let path = try home.write(compressed(Self.planets), to: "planets.csv.gz")
        let ending = try home.almanac("import", path, with: ["PATH": home.folder])
        #expect(ending.status == 1)
        #expect(ending.errors.contains("Cannot start “gzip”") && ending.errors.contains("Install gzip"), "\(ending)")
    }
}
