import Foundation
import TestSupport
import Testing

@Suite("The encoding of imported tables", .childProcesses)
struct ImportEncodingTests {
    @Test func `--encoding sets the encoding of a table and is rejected for card files`() throws {
        let home = try SeededHome.home()
        let path = "\(home.folder)/mac.csv"
        try Data(Array("First Name,Last Name\nAnn,M".utf8) + [0x9A, 0x0A]).write(to: URL(filePath: path))
        #expect(try home.almanac("import", path, "--encoding", "mac-roman", "--yes").status == 0)
        #expect(try home.almanac("persons", "--json").output.contains("\"Ann Mö\""))
        let card = try home.write("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nN:;Ann;;;\r\nEND:VCARD\r\n", to: "a.vcf")
        let cards = try home.almanac("import", card, "--encoding", "utf-8")
        #expect(cards.status != 0 && cards.errors.contains("--encoding applies only to CSV files."))
        let wrong = try home.almanac("import", path, "--encoding", "ebcdic")
        #expect(wrong.status != 0 && wrong.errors.contains("mac-roman"))
    }
}
