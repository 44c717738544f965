import Display
import TestSupport
import Testing
import Text

@testable import Terminal

@Suite("Profiles of figures")
struct ProfileTests {
    @Test(
        "The highest bar is the greatest figure, and what is unknown is a blank",
        arguments: [
            ([1.0, 2, 4, 8], "▂▃▅█"), ([8, nil, 0], "█ ▁"), ([5, 5], "██"), ([1, 10, 100], "▁▅█"), ([0, 0], "▁▁"),
            ([], ""), ([nil], ""), ([.nan, .infinity, 1, -1], "  █ "),
        ] as [([Double?], String)])
    func bars(figures: [Double?], profile: String) { #expect(Charset.utf8.profile(figures) == profile) }

    @Test("Letters rise like bars, and both are as wide as there are figures", arguments: 0..<20 as Range<UInt64>)
    func laws(seed: UInt64) {
        var chance = Chance(seed: seed)
        let figures: [Double?] = (0..<30).map { _ in
            chance.happens(oneIn: 9) ? nil : .random(in: 0...1e6, using: &chance)
        }
        for (charset, order) in [(Charset.utf8, "▁▂▃▄▅▆▇█"), (.ascii, "_.-=+*#@")] {
            let profile = charset.profile(figures)
            #expect(DisplayWidth.width(of: profile) == figures.count)
            let heights = zip(figures, profile).compactMap { figure, bar in
                figure.flatMap { figure in order.firstIndex(of: bar).map { (figure, $0) } }
            }.sorted { $0.0 < $1.0 }.map(\.1)
            #expect(heights == heights.sorted() && heights.count == figures.compactMap { $0 }.count)
        }
    }

    @Test("People see it on the terminal; programs get the figures, and whoever hears the page nothing")
    func formats() async throws {
        let page = Page(
            "Sun", [.record([Field("radii", "Radii", .series([1, nil, 4])), Field("a", "A", .text("x"))])])
        #expect(try await shown(page, as: .table).contains("▃ █"))
        #expect(try await shown(page, as: .ndjson).contains(#""radii":[1,null,4]"#))
        let heard = try await shown(page, as: .vertical)
        #expect(!heard.contains("Radii") && heard.contains("A"))
    }
}
