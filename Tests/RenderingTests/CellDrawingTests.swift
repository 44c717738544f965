import Display
import TestSupport
import Testing
import Text

@testable import Rendering

@Suite("Drawings in terminal cells")
struct CellDrawingTests {
    private func lines(_ drawing: Drawing, _ columns: Int, _ rows: Int, _ charset: SymbolSet = .utf8) -> [String] {
        let settings = RenderSettings(width: columns, height: rows, palette: .plain, charset: charset)
        return Picture.drawing(drawing).inCells(settings).lines.map(\.text)
    }

    @Test(
        "A line of a drawing contains no control characters and fits the terminal unless it is a single character",
        .long("random drawings"), arguments: 0..<UInt64(try Soak.times(atLeast: 12, byDefault: 4)))
    func fits(seed: UInt64) {
        var drawings = RandomDrawings(seed: seed)
        var chance = SeededGenerator(seed: seed)
        for columns in [1, 2, 23, 24, 25, 80, 200, 1 + chance.number(below: 250)] {
            for (rows, charset) in [(1, SymbolSet.utf8), (24, .ascii), (60, .utf8), (chance.number(below: 90), .ascii)]
            {
                for line in lines(drawings.drawing(), columns, rows, charset) {
                    let isOneCluster = line.filter { $0 != " " }.count <= 1
                    #expect(DisplayWidth.width(of: line) <= columns || isOneCluster, "\(columns): \(line)")
                    #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
                }
            }
        }
    }

    private let circle = Drawing(
        "Circle", shapes: [Drawing.Shape("", "", .orbit, .loop(Ellipse(axis: 3, eccentricity: 0)?.places ?? []))],
        rulers: [], notices: [], table: Table("shapes", columns: [], rows: []))

    @Test(
        "A circle is drawn round and as large as possible", arguments: [40, 80, 200],
        [12, 30, 50])
    func proportions(columns: Int, rows: Int) {
        let picture = lines(circle, columns, rows).map(Array.init)
        let dots = picture.enumerated().flatMap { row, line in
            line.enumerated().flatMap { column, character in Self.dots(character, column, row) }
        }
        let (width, height) = (Self.extent(dots.map(\.x)), Self.extent(dots.map(\.y)))
        #expect(abs(width - height) <= 2, "\(width) x \(height)")
        #expect(max(width, height) >= min(columns * 2, (rows - 3) * 4) - 4)
    }

    private static func extent(_ values: [Int]) -> Int { (values.max() ?? 0) - (values.min() ?? 0) }

    /// Returns the positions of the dots in a braille pattern.
    private static func dots(_ character: Character, _ column: Int, _ row: Int) -> [(x: Int, y: Int)] {
        let bits: [(UInt32, Int, Int)] = [
            (1, 0, 0), (2, 0, 1), (4, 0, 2), (8, 1, 0), (16, 1, 1), (32, 1, 2), (64, 0, 3), (128, 1, 3),
        ]
        let pattern = (character.unicodeScalars.first?.value ?? 0x2800) &- 0x2800
        guard pattern < 256 else { return [] }
        return bits.filter { pattern & $0.0 != 0 }.map { (x: column * 2 + $0.1, y: row * 4 + $0.2) }
    }

    @Test("A drawing of disks contains captions, a ruler, and notices")
    func discs() {
        let discs = [("Sun", 109, 0.0, 109.0), ("Earth", nil, 120, 1)].map { label, value, x, radius in
            Drawing.Shape(
                label, of: value.map { Quantity($0, unit: "R⊕") }, label, .body,
                .disc(Drawing.Point(x: x, y: 0), radius: radius))
        }
        let drawing = Drawing(
            "Sizes", shapes: discs, rulers: [Drawing.Ruler(Axis("Earth radii", range: 0...230), along: -109...121)],
            notices: ["No radius is known of X."], table: Table("sizes", columns: [], rows: []))
        for charset in [SymbolSet.utf8, .ascii] {
            let rows = lines(drawing, 80, 24, charset)
            #expect(rows.count <= 20)
            #expect(rows.contains { $0.contains("Sun 109 R") && $0.contains("Earth") })
            #expect(charset == .utf8 || rows.joined().utf8.allSatisfy { $0 < 0x80 })
            #expect(rows.contains("No radius is known of X.") && rows.contains { $0.contains("Earth radii") })
            let letters = charset == .ascii ? rows.prefix(while: { !$0.contains("Sun") }).joined() : "o"
            #expect(letters.allSatisfy { "o ".contains($0) } && letters.contains("o"))
        }
    }

    @Test("In ASCII output, the unit in a caption is written in letters, and the stored name is not changed")
    func storedNames() {
        let disc = Drawing.Shape(
            "Barnard’s ☉²", of: Quantity(3e-9, unit: "R⊕"), "", .body, .disc(Drawing.Point(x: 5, y: 5), radius: 5))
        let drawing = Drawing(
            "Sizes", shapes: [disc], rulers: [], notices: [], table: Table("sizes", columns: [], rows: []))
        #expect(lines(drawing, 80, 24, .ascii).contains { $0.contains("Barnard’s ☉² 3e-9 Rearth") })
    }

    @Test("A ruler starts with a tick")
    func ruler() {
        let disc = Drawing.Shape("a", "a", .body, .disc(Drawing.Point(x: 5, y: 5), radius: 5))
        let drawing = Drawing(
            "Sizes", shapes: [disc], rulers: [Drawing.Ruler(Axis("Scale", range: 0...10), along: 0...10)],
            notices: [], table: Table("sizes", columns: [], rows: []))
        for (columns, charset) in [(24, SymbolSet.utf8), (80, .utf8), (200, .ascii)] {
            let rows = lines(drawing, columns, 30, charset).map { $0.drop { $0 == " " } }
            #expect(rows.contains { $0.hasPrefix(charset == .utf8 ? "┬─" : "+-") }, "\(rows)")
        }
    }

    /// Returns disks side by side with two rulers.
    private func discs(_ radii: [Double]) -> Drawing {
        var (shapes, end): ([Drawing.Shape], Double) = ([], 0)
        for radius in radii {
            let center = Drawing.Point(x: end + radius, y: radius)
            shapes.append(Drawing.Shape("Body \(radius)", "Body", .body, .disc(center, radius: radius)))
            end += radius * 2 + 0.2
        }
        let rulers = ["R⊕", "km"].enumerated().map { number, unit in
            Drawing.Ruler(Axis("Scale", unit: unit, range: 0...(number == 0 ? 72 : 459_000)), along: 0...(end - 0.2))
        }
        return Drawing(
            "Sizes", shapes: shapes, rulers: rulers, notices: [], table: Table("sizes", columns: [], rows: []))
    }

    @Test("A ruler has at least two ticks", arguments: [40, 44, 60, 80, 200])
    func ticks(columns: Int) {
        let rows = lines(discs([1, 2, 3, 11, 9, 4, 4]), columns, 40)
        let rulers = rows.filter { $0.contains("┬") }
        #expect(rulers.count == 2 && rulers.allSatisfy { $0.filter { $0 == "┬" }.count > 1 }, "\(rulers)")
    }

    @Test("A ruler of orbits with long labels has at least two ticks", arguments: [40, 50, 60, 80, 120, 200])
    func longLabels(columns: Int) {
        let axis = Axis("Distance", unit: "km", scale: .logarithmic, range: 24_000...49_000_000)
        let drawing = Drawing(
            "Moons", along: axis,
            shapes: [Drawing.Shape("", "", .orbit, .loop(Ellipse(axis: 49_000_000, eccentricity: 0)?.places ?? []))],
            rulers: [Drawing.Ruler(axis, along: 0...49_000_000)], notices: [],
            table: Table("moons", columns: [], rows: []))
        for rows in [24, 40, 60] {
            let shown = lines(drawing, columns, rows)
            let ticks = shown.first { $0.contains("┬") } ?? ""
            #expect(ticks.count { $0 == "┬" } > 1, "\(shown.suffix(4))")
        }
    }

    @Test("A picture on a small terminal has one ruler, and its captions are directly below the disks")
    func smallTerminal() {
        for (rows, rulers) in [(14, 1), (40, 2)] {
            let shown = lines(discs([1, 1]), 40, rows)
            #expect(shown.count { $0.contains("Scale (") } == rulers, "\(shown)")
        }
        let shown = lines(discs([5, 5, 5, 5, 5, 5, 5]), 40, 24).prefix { !$0.contains("Body") }
        #expect(!shown.isEmpty && shown.allSatisfy { $0.contains { $0 != " " } }, "\(shown)")
    }

    @Test("A body in the same cell does not hide the star")
    func star() {
        let signs = [(Drawing.Role.star, 0.0), (.body, 0.001), (.body, 10)].map { role, x in
            Drawing.Shape("", "", role, .sign(Drawing.Point(x: x, y: 0)))
        }
        let drawing = Drawing(
            "Near", shapes: signs, rulers: [], notices: [], table: Table("near", columns: [], rows: []))
        #expect(lines(drawing, 80, 24).contains { $0.contains("★") })
    }

    @Test("Labels that do not fit are omitted and counted, and screen readers receive descriptions of all shapes")
    func names() {
        let crowd = (0..<40).map { number in
            Drawing.Shape("name\(number)", "Body \(number)", .body, .sign(Drawing.Point(x: Double(number % 2), y: 0)))
        }
        let drawing = Drawing(
            "Crowd", shapes: crowd, rulers: [], notices: [], table: Table("crowd", columns: [], rows: []))
        let rows = lines(drawing, 80, 24)
        let written = rows.joined(separator: " ").matches(of: /name(\d+)/).count
        #expect(written > 0 && written < 40)
        #expect(rows.contains("Labels omitted for lack of space: \(40 - written)."))
        let accessible = Picture.drawing(drawing).inCells(
            RenderSettings(width: 80, palette: .plain, charset: .utf8)
        ).accessibleLines
        #expect(accessible.map(\.text) == (0..<40).map { "Body \($0)" })
    }
}
