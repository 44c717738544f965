import Display
import TestSupport
import Testing
import Text

@testable import Rendering

@Suite("Profiles and bars")
struct ProfileTests {
    @Test(
        "The maximum has the tallest bar, and missing, negative, and non-finite values are shown as spaces",
        arguments: [
            ([1.0, 2, 4, 8], "▂▃▅█"), ([8, nil, 0], "█ ▁"), ([5, 5], "██"), ([1, 10, 100], "▁▅█"), ([0, 0], "▁▁"),
            ([], ""), ([nil], ""), ([.nan, .infinity, 1, -1], "  █ "),
            ([1e308, 1e-300, 1e4], "█▁▄"), ([.leastNonzeroMagnitude, .greatestFiniteMagnitude], "▁█"),
        ] as [([Double?], String)])
    func bars(figures: [Double?], profile: String) { #expect(SymbolSet.utf8.profile(figures) == profile) }

    @Test(
        "ASCII and Unicode profiles have one column per value, and their bars grow with the values",
        arguments: 0..<20 as Range<UInt64>)
    func laws(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let figures: [Double?] = (0..<30).map { _ in
            chance.happens(oneIn: 9) ? nil : .random(in: 0...1e6, using: &chance)
        }
        for (charset, order) in [(SymbolSet.utf8, "▁▂▃▄▅▆▇█"), (.ascii, "_.-=+*#@")] {
            let profile = charset.profile(figures)
            #expect(DisplayWidth.width(of: profile) == figures.count)
            let heights = zip(figures, profile).compactMap { figure, bar in
                figure.flatMap { figure in order.firstIndex(of: bar).map { (figure, $0) } }
            }.sorted { $0.0 < $1.0 }.map(\.1)
            #expect(heights == heights.sorted() && heights.count == figures.compactMap { $0 }.count)
        }
    }

    @Test("Bars grow with their values and are one to eight columns wide")
    func bars() {
        for charset in [SymbolSet.utf8, .ascii] {
            let bars = (0...200).map { charset.bar(Double($0) / 200) }
            #expect(bars.allSatisfy { (1...8).contains(DisplayWidth.width(of: $0)) })
            #expect(zip(bars, bars.dropFirst()).allSatisfy { DisplayWidth.width(of: $0) <= DisplayWidth.width(of: $1) })
            #expect(DisplayWidth.width(of: bars[200]) == 8 && Set(bars).count >= 8)
        }
        #expect(SymbolSet.utf8.bar(0) == "▏" && SymbolSet.utf8.bar(0.5) == "████" && SymbolSet.ascii.bar(0.5) == "####")
    }

    @Test("A bar is shown as a percentage to screen readers and is omitted from plain, NDJSON, and CSV output")
    func barFormats() async throws {
        let row = Row([Field("a", "A", .text("x")), Field("b", "B bar", .bar(0.5), for: .people)])
        let columns = [Column("a", "A"), Column("b", "B bar", isPicture: true)]
        let page = Page("Bars", [.table(Table("bars", columns: columns, rows: [row]))])
        #expect(try await shown(page, as: .table).contains("x  ████"))
        #expect(try await shown(page, as: .vertical).contains("50 %"))
        #expect(try await shown(page, as: .plain) == "x\n")
        #expect(try await shown(page, as: .ndjson) == "{\"a\":\"x\"}\n")
        let empty = Page("Bars", [.table(Table("bars", columns: columns, rows: []))])
        for page in [page, empty] { #expect(try await shown(page, as: .csv).hasPrefix("a\n")) }
    }

    @Test("A profile is drawn on terminals, written as numbers in JSON, and omitted for screen readers")
    func formats() async throws {
        let page = Page(
            "Sun", [.record([Field("radii", "Radii", .series([1, nil, 4])), Field("a", "A", .text("x"))])])
        #expect(try await shown(page, as: .table).contains("▃ █"))
        #expect(try await shown(page, as: .ndjson).contains(#""radii":[1,null,4]"#))
        let heard = try await shown(page, as: .vertical)
        #expect(!heard.contains("Radii") && heard.contains("A"))
    }
}
