import TestSupport
import Testing

@Suite("The exit status of imports", .childProcesses)
struct ImportStatusTests {
    private static let bad = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Lost\r\nEND:VEVENT\r\n"
    private static let good = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Leia\r\nN:;Leia;;;\r\nEND:VCARD\r\n"

    @Test func `The exit status is 5 if some cards are rejected and 1 if all are`() throws {
        let home = try SeededHome.home()
        let some = try home.write(Self.bad + Self.good, to: "some.vcf")
        let all = try home.write(Self.bad + Self.bad, to: "all.vcf")
        for options in [["--dry-run"], []] {
            #expect(try home.run(["import", some] + options).status == 5)
            let ending = try home.run(["import", all] + options + ["--format", "table"])
            #expect(ending.status == 1 && ending.output.contains("2 rejected"), "\(ending)")
        }
        #expect(try home.run(["import", try home.write(Self.good, to: "good.vcf")]).status == 0)
    }
}
