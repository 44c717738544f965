import Display
import TestSupport
import Testing
import Text

@testable import Rendering

@Suite("Strip plots in terminal cells")
struct CellStripTests {
    private let strip = StripPlot(
        Axis("Distance from Sun", unit: "au", scale: .logarithmic, range: 0.1...10),
        marks: [("Mercury", 0.39), ("Venus", 0.72), ("Earth", 1), ("Mars", 1.52), ("Sedna", 506)].map(
            StripPlot.Marker.init),
        band: StripPlot.Band("habitable zone", 0.95...1.68))

    private func lines(_ columns: Int, _ charset: SymbolSet = .utf8) -> [String] {
        CellStrip(strip: strip, settings: RenderSettings(width: columns, palette: .plain, charset: charset)).lines.map(
            \.text)
    }

    @Test("Markers in the band have a different symbol, even in ASCII")
    func signs() {
        for (charset, outside, inside, band) in [(SymbolSet.utf8, "○", "●", "━"), (.ascii, "o", "#", "=")] {
            let rows = lines(80, charset)
            let line = rows.first { $0.hasPrefix(charset.star) } ?? ""
            let signs = line.map(String.init).filter { [outside, inside].contains($0) }
            #expect(signs == [outside, outside, inside, inside])
            #expect(line.contains(band) && rows.contains { $0.contains("\(band) habitable zone") })
            #expect(rows.allSatisfy { charset == .utf8 || $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
            // Markers outside the axis are omitted.
            #expect(!rows.joined().contains("Sedna"))
        }
    }

    @Test("A strip plot is never wider than the terminal and becomes text on narrow terminals", arguments: 1..<130)
    func fits(columns: Int) {
        let rows = lines(columns)
        #expect(rows.allSatisfy { DisplayWidth.width(of: $0) <= columns })
        #expect(rows.contains { $0.contains("★") } == (columns >= 24))
    }

    @Test("Screen readers receive lists of markers inside and outside the band, and NDJSON shows which are inside")
    func accessible() async throws {
        let heard = try await shown(Page("Sun", [.strip(strip)]), as: .vertical)
        #expect(heard.contains("Closer than the habitable zone: Mercury, Venus."))
        #expect(heard.contains("In the habitable zone: Earth, Mars."))
        #expect(!heard.contains("★"))
        let read = try await shown(Page("Sun", [.strip(strip)]), as: .ndjson)
        #expect(read.contains(#"{"label":"Earth","value":1,"inBand":true}"#), "\(read)")
    }
}
