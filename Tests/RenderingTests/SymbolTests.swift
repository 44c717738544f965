import Display
import Testing

@testable import Rendering

@Suite("Symbols")
struct SymbolTests {
    /// The symbol at (10, 20) as SVG, in UTF-8 and ASCII, as the fill of bars with and without colors, and its style in
    /// SVG scatter plots.
    private static let symbols: [(Plot.Symbol, String, String, String, String)] = [
        (.dot, #"<circle cx="10.0" cy="20.0" r="2.5"/>"#, "nil.", "██", "#0072b2 0.5 nil"),
        (.plus, #"<path d="M6.0 20.0h8M10.0 16.0v8"/>"#, "++", "█+", "#d55e00 0.25 #d55e00"),
        (.cross, #"<path d="M7.0 17.0l6 6M7.0 23.0l6 -6"/>"#, "xx", "█x", "#009e73 0.25 #009e73"),
        (.circle, #"<circle cx="10.0" cy="20.0" r="4.0"/>"#, "oo", "█o", "#cc79a7 0.25 #cc79a7"),
        (.square, #"<path d="M7.0 17.0h6v6h-6Z"/>"#, "##", "##", "#e69f00 0.25 #e69f00"),
        (.diamond, #"<path d="M10.0 16.0l4 4l-4 4l-4 -4Z"/>"#, "**", "**", "#56b4e9 0.25 #56b4e9"),
        (.triangle, #"<path d="M10.0 16.0l4 7h-8Z"/>"#, "^^", "^^", "#000000 0.25 #000000"),
        (.wedge, #"<path d="M10.0 24.0l4 -7h-8Z"/>"#, "vv", "█v", "#777777 0.25 #777777"),
        (.speck, #"<circle cx="10.0" cy="20.0" r="1.5"/>"#, "nil.", "██", "#8a8f98 0.6 nil"),
        (.dash, #"<path d="M7.0 20.0h6"/>"#, "--", "--", "#8a8f98 0.25 #8a8f98"),
        (.ring, #"<circle cx="10.0" cy="20.0" r="4.5"/>"#, "○o", "○○", "#007a55 0.55 #007a55"),
        (
            .star,
            #"<path d="M10.0 12.0l2 5.5h5.6l-4.6 3.5l1.7 5.5l-4.7 -3.3l-4.7 3.3l1.7 -5.5l-4.6 -3.5h5.6Z"/>"#, "★*",
            "★★", "#d55e00 nil #222222"
        ),
    ]

    @Test("Each plot symbol has a shape, a character, and a style", arguments: symbols)
    func plotSymbol(symbol: Plot.Symbol, svg: String, signs: String, fills: String, style: String) {
        #expect(symbol.element(10, 20) == svg)
        let shown = [SymbolSet.utf8, .ascii].map { $0.sign(of: symbol).map(String.init) ?? "nil" }
        #expect(shown.joined() == signs)
        let bars = [true, false].map { SymbolSet.utf8.fill(of: symbol, isColored: $0) }
        #expect(String(bars) == fills)
        #expect(SymbolSet.ascii.fill(of: symbol, isColored: true) == (symbol == .dot ? "@" : signs.last))
        let attributes = Dictionary(symbol.style(SVGTheme(.light)).map { ($0.key, $0.value) }) { first, _ in first }
        let values = ["fill", "fill-opacity", "stroke"].map { attributes[$0] ?? "nil" }
        #expect(values.joined(separator: " ") == style)
    }

    @Test("A scaled symbol has a larger radius or a transform, and a tooltip is escaped")
    func scaled() {
        #expect(
            Plot.Symbol.circle.element(10, 20, scale: 1.4, title: "a<b")
                == #"<circle cx="10.0" cy="20.0" r="5.6"><title>a&lt;b</title></circle>"#)
        #expect(
            Plot.Symbol.dash.element(10, 20, scale: 1.4, title: "a<b")
                == #"<path d="M-3.0 0.0h6" transform="translate(10.0 20.0) scale(1.4)"><title>a&lt;b</title></path>"#)
    }

    @Test(
        "The top of a bar shows the filled part of its cell",
        arguments: [
            (0, "▁▁_"), (0.1, "▁▁_"), (0.2, "▂▁_"), (0.4, "▃▁_"), (0.49, "▄▁_"), (0.5, "▄++"), (0.7, "▆++"),
            (0.9, "▇++"), (1, "█++"),
        ] as [(Double, String)])
    func top(part: Double, expected: String) {
        let tops = [
            SymbolSet.utf8.top(of: .dot, part, isColored: false), SymbolSet.utf8.top(of: .plus, part, isColored: false),
            SymbolSet.ascii.top(of: .plus, part, isColored: true),
        ]
        #expect(String(tops) == expected)
    }

    @Test(
        "A bar grows in eighths of a column in UTF-8 and in whole columns in ASCII, and is never empty",
        arguments: [
            (0, "▏", "#"), (0.06, "▌", "#"), (0.19, "█▌", "##"), (0.25, "██", "##"),
            (0.984_375, "███████▉", "########"),
            (1, "████████", "########"),
        ] as [(Double, String, String)])
    func bar(part: Double, utf8: String, ascii: String) {
        #expect(SymbolSet.utf8.bar(part) == utf8 && SymbolSet.ascii.bar(part) == ascii)
    }

    @Test("In ASCII, letters, digits, and quotes replace the symbols of units")
    func units() {
        let units = "M☉ R⊕ M♃ × m² m³ 5° 3′ 2″ Earth’s"
        #expect(SymbolSet.ascii.unit(units) == "Msun Rearth Mjup x m2 m3 5deg 3' 2\" Earth's")
        #expect(SymbolSet.utf8.unit(units) == units)
    }

    @Test(
        "Text is truncated to the given width", arguments: [(0, ""), (1, "…"), (4, "abc…"), (5, "abcde"), (6, "abcde")])
    func cut(columns: Int, expected: String) {
        #expect(SymbolSet.utf8.cut("abcde", to: columns) == expected)
        #expect(SymbolSet.ascii.cut("abcde", to: columns) == expected.replacing("…", with: "~"))
    }
}
