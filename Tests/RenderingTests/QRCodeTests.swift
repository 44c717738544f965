import Display
import Localization
import TestSupport
import Testing

@testable import Rendering

@Suite("QR codes")
struct QRCodeTests {
    private func code(_ size: Int = 3, notices: [Message] = ["Not in the QR code: Birthday."]) -> QRCode {
        let modules = (0..<size).map { row in (0..<size).map { ($0 + row).isMultiple(of: 2) } }
        let row = Row([Field("text", "Text", .text("MECARD:N:Leia;;"))])
        return QRCode(
            "Leia", modules: modules, notices: notices,
            table: Table("qrCode", columns: [Column("text", "Text")], rows: [row], keys: ["text"]))
    }

    private func lines(
        _ code: QRCode, columns: Int? = 80, rows: Int? = 24, _ charset: SymbolSet = .utf8
    ) -> [String] {
        CellQRCode(
            code: code,
            settings: RenderSettings(width: columns, height: rows, palette: .plain, charset: charset)
        ).lines.map(\.text)
    }

    @Test func `Light modules are half blocks, and a margin surrounds the code`() {
        #expect(
            lines(code()) == [
                "███████",
                "██▄▀▄██",
                "██▄█▄██",
                "███████",
                "Not in the QR code: Birthday.",
            ])
        #expect(
            lines(code(), .ascii).prefix(4) == [
                "##############", "##############", "####  ##  ####", "######  ######",
            ])
    }

    @Test func `The largest code for 80 by 24 cells fits, and for larger codes, missing rows or columns are counted`() {
        // A code of version 5 fits together with the notice and the prompt.
        let fitting = lines(code(37))
        #expect(fitting.count == 22 && !fitting.contains { $0.contains("more row") })
        #expect(lines(code(41)).first == "The QR code needs 1 more row. Use a taller terminal, or --svg FILE.")
        #expect(lines(code(45)).first == "The QR code needs 3 more rows. Use a taller terminal, or --svg FILE.")
        #expect(!lines(code(41)).contains { $0.contains("█") })
        let narrow = lines(code(37), columns: 40)
        #expect(narrow.joined(separator: " ").hasPrefix("The QR code needs 1 more column."))
        #expect(!narrow.contains { $0.contains("█") })
        #expect(lines(code(177), columns: nil, rows: nil).allSatisfy { !$0.contains("more") })
    }

    @Test func `Colors are fixed so that the code is readable on every background`() async throws {
        let settings = RenderSettings(width: 80, height: 24, palette: .colored, charset: .utf8)
        let line = try #require(CellQRCode(code: code(), settings: settings).lines.first)
        #expect(settings.paint(line) == "\u{1B}[38;5;231;48;5;16m███████\u{1B}[0m")
    }

    @Test func `Programs receive the text of the code, and screen readers receive a description`() async throws {
        let page = Page("", [.picture(.qrCode(code()))])
        #expect(try await shown(page, as: .ndjson) == "{\"text\":\"MECARD:N:Leia;;\"}\n")
        let heard = try await shown(page, as: .vertical)
        #expect(heard == "Leia: 3 by 3 modules.\nNot in the QR code: Birthday.\n")
    }

    @Test(arguments: [PictureTheme.light, .dark])
    func `An SVG document has dark modules on a light background`(theme: PictureTheme) {
        let svg = Picture.qrCode(code()).svg(theme)
        // The background is eleven modules wide, including a margin of four modules on each side.
        #expect(svg.contains(##"width="550" height="550" fill="#ffffff""##))
        #expect(svg.contains("M405 252h50v50h-50Z") && svg.contains("fill=\"#000000\""))
        #expect(svg.ranges(of: "h50v50").count == 5)
    }
}
