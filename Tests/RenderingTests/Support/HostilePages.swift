import Display
import Localization
import TestSupport

/// A generator of random pages with hostile text that contains control characters.
struct HostilePages {
    private var chance: SeededGenerator

    init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

    private static let pieces = [
        "Leia", "O'Hara", " ", "  ", "\u{1B}[2J", "\u{1B}]52;c;aGk=\u{7}", "\u{9B}31m", "\t", "\n", "\r\n", "\r", "\0",
        "\u{202E}",
        "\u{2066}", "漢字", "👩‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "\u{301}", "ß", "العربية", "|", "\"", "\\", ",", ";", "`", "**", "# ",
        "- ",
        "\u{FEFF}", "\u{200D}", "1️⃣", "\u{2028}", String(repeating: "\u{300}", count: 40),
        "averylongwordwithoutanyspaceinit",
    ]

    mutating func text() -> String {
        (0..<chance.number(below: 9)).map { _ in chance.pick(Self.pieces) }.joined()
    }

    mutating func value(depth: Int = 2) -> Value {
        switch chance.number(below: depth > 0 ? 12 : 9) {
        case 0: .none
        case 1, 2: .text(text())
        case 3: .prose(text())
        case 4: .integer(chance.number(below: 2_000_000) - 1_000_000)
        case 5: .number(.random(in: -1e30...1e30, using: &chance))
        case 6: .flag(chance.happens(oneIn: 2))
        case 7: .quantity(Quantity(.random(in: 0...1e12, using: &chance), unit: text(), basis: .computed))
        case 8: .reference(RecordLink(address: text(), name: text()))
        case 9: .labeled(text(), value(depth: depth - 1))
        case 10: .list((0..<chance.number(below: 4)).map { _ in value(depth: depth - 1) })
        default: .parts(fields(depth: depth - 1))
        }
    }

    mutating func fields(depth: Int = 2) -> [Field] {
        (0..<chance.number(below: 7)).map { Field("field\($0)", text(), value(depth: depth)) }
    }

    mutating func table() -> Table {
        let count = 1 + chance.number(below: 6)
        let columns = (0..<count).map { Column("field\($0)", text(), chance.happens(oneIn: 3) ? .trailing : .leading) }
        return Table(
            "rows\(chance.number(below: 3))", columns: columns, rows: rows(),
            firstNumber: chance.happens(oneIn: 2) ? 1 : nil, placeholder: Message(data: text())
        )
    }

    mutating func rows() -> [Row] {
        (0..<chance.number(below: 12)).map { _ in Row(address: text(), fields()) }
    }

    mutating func block() -> Block {
        switch chance.number(below: 7) {
        case 4: .picture(.plot(plot()))
        case 5: .picture(.drawing(drawing()))
        case 6: .strip(strip())
        case 0: .record(fields())
        case 1: .prose(Message(data: text()))
        case 2: .table(table())
        default:
            .comparison(
                Comparison(
                    names: ["yours", "in the store"],
                    rows: (0..<chance.number(below: 4)).map {
                        .init(key: "field\($0)", title: text(), values: [value(), value()])
                    }
                ))
        }
    }

    mutating func strip() -> StripPlot {
        let marks = (0..<chance.number(below: 9)).map { _ in
            StripPlot.Marker(text(), .random(in: -1...20, using: &chance))
        }
        let axis = Axis(text(), unit: text(), around: marks.map(\.value))
        return StripPlot(axis, marks: marks, band: chance.happens(oneIn: 2) ? StripPlot.Band(text(), 2...5) : nil)
    }

    mutating func drawing() -> Drawing {
        var drawings = RandomDrawings(seed: UInt64(chance.number(below: 1000)))
        return drawings.drawing()
    }

    mutating func plot() -> Plot {
        var plots = RandomPlots(seed: UInt64(chance.number(below: 1000)))
        return plots.plot()
    }

    mutating func page() -> Page {
        let blocks = (0..<chance.number(below: 4)).map { _ in block() }
        return Page(
            Message(data: text()), address: chance.happens(oneIn: 2) ? text() : nil,
            isFavorite: chance.happens(oneIn: 2), blocks)
    }
}
