import Glibc
import TestSupport
import Testing

/// QR codes of contacts, made by qrencode and read by zbarimg.
@Suite(
    "QR codes of contacts", .childProcesses,
    .enabled(if: access("/usr/bin/qrencode", X_OK) == 0, "needs qrencode"),
    .enabled(if: access("/usr/bin/zbarimg", X_OK) == 0, "needs zbar-tools"))
struct ShareCommandTests {
    private static let card = "MECARD:N:Organa,Leia;TEL:+1-555-0100;EMAIL:leia@alderaan.example;;"

    private func home() throws -> Home {
        let home = try SeededHome.home()
        let ending = try home.almanac(
            "new", "person", "given=Leia", "family=Organa", "phone=+1-555-0100", "email=leia@alderaan.example",
            "organization=Rebels")
        #expect(ending.status == 0, "\(ending.errors)")
        return home
    }

    /// Returns the text of a QR code drawn with half blocks. The blocks are the light modules.
    private func text(of lines: some Sequence<some StringProtocol>, in home: Home) throws -> String {
        let rows = lines.flatMap { line in
            [line.map { "█▀".contains($0) }, line.map { "█▄".contains($0) }]
        }
        let scale = 4
        let pixels = rows.flatMap { row in
            let wide = row.flatMap { Array(repeating: UInt8($0 ? 255 : 0), count: scale) }
            return (0..<scale).flatMap { _ in wide }
        }
        let size = "\((rows.first?.count ?? 0) * scale) \(rows.count * scale)"
        let path = try home.write(Array("P5 \(size) 255\n".utf8) + pixels, to: "code.pgm")
        return try scan(path, in: home)
    }

    private func scan(_ path: String, in home: Home) throws -> String {
        try home.run(["--quiet", "--raw", path], of: "/usr/bin/zbarimg").output
    }

    @Test func `A QR code reader decodes codes printed as half blocks and codes saved as SVG`() throws {
        let home = try home()
        let lines = try home.almanac("share", "leia", "--qr", "--table").lines
        #expect(lines.last == "Not in the QR code: Organization.")
        #expect(try text(of: lines.dropLast(), in: home) == Self.card + "\n")
        let ending = try home.almanac("share", "leia", "--svg", home.folder + "/code.svg")
        #expect(ending.status == 0 && ending.errors == "Not in the QR code: Organization.\n")
        #expect(try scan(home.folder + "/code.svg", in: home) == Self.card + "\n")
    }

    @Test func `On a terminal of 80 by 24 cells, the code and the message below it fit on the screen`() throws {
        let home = try home()
        let terminal = try home.terminal("share", "leia", "--qr", columns: 80, rows: 24, with: ["TERM": "xterm"])
        #expect(terminal.finish() == 0)
        let screen = terminal.screen
        let code = screen.lines.filter { $0.contains("█") }
        #expect(try text(of: code, in: home) == Self.card + "\n")
        #expect(screen.lines.contains { $0.hasPrefix("Not in the QR code: Organization.") })
    }

    @Test func `Errors suggest a solution for a missing program and state the limit for a contact that is too long`()
        throws
    {
        let home = try home()
        let missing = try home.almanac("share", "leia", "--qr", with: ["PATH": "/nowhere"])
        #expect(
            missing.status == 1 && missing.output == ""
                && missing.errors.contains("Install qrencode, or use “share NAME --to FILE”."))
        let emails = (0..<200).map { "email+=leia-\($0)@alderaan.example" }
        #expect(try home.run(["edit", "persons/1"] + emails).status == 0)
        let long = try home.almanac("share", "leia", "--qr")
        #expect(long.status == 1 && long.errors.contains("A QR code contains at most 2953 bytes"))
    }
}
