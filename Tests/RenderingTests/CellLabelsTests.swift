import Display
import TestSupport
import Testing
import Text

@testable import Rendering

@Suite("Labels and captions in terminal cells")
struct CellLabelsTests {
    @Test(
        "Labels are never truncated and never touch other labels or symbols", arguments: 0..<20 as Range<UInt64>)
    func labels(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for columns in [16, 24, 40, 80, 16 + chance.number(below: 200)] {
            let canvas = DotCanvas(columns: columns, rows: 12)
            var labels = CellLabels(over: canvas)
            let cells = (0..<20).map { _ in (column: chance.number(below: columns), row: chance.number(below: 12)) }
            for cell in cells { labels.put("^", at: cell, style: nil) }
            var written: Set<String> = []
            for (number, cell) in cells.enumerated() {
                let name = "N\(number)" + String(repeating: "x", count: chance.number(below: 12)) + "E"
                if labels.write(name, nextTo: cell) { written.insert(name) }
            }
            let rows = labels.lines.map { Array($0.text) }
            #expect(rows.allSatisfy { $0.count == columns })
            var found: Set<String> = []
            for (row, line) in rows.enumerated() {
                for label in String(line).matches(of: /[^ ^]+/) {
                    found.insert(String(label.0))
                    let start = String(line).distance(from: String(line).startIndex, to: label.range.lowerBound)
                    let number = Int(label.0.dropFirst().prefix { $0.isNumber }) ?? 0
                    for column in [start - 2, start - 1, start + label.0.count, start + label.0.count + 1]
                    where line.indices.contains(column) {
                        let isOwn = cells[number] == (column, row)
                        #expect(line[column] == " " || isOwn, "\(String(line))")
                    }
                }
            }
            #expect(found == written && !written.isEmpty)
        }
    }

    @Test("A label that must cover markers covers as few as possible")
    func covering() {
        var canvas = DotCanvas(columns: 24, rows: 3)
        for x in 0..<48 where x / 2 != 13 { canvas.set(x: x, y: 5, nil, style: nil) }
        var labels = CellLabels(over: canvas)
        labels.write("iron", atOneOf: (0..<20).map { (column: $0, row: 1) })
        let row = labels.lines[1].text
        #expect(
            row.contains("iron") && row.distance(from: row.startIndex, to: row.ranges(of: "iron")[0].lowerBound) == 10)
    }

    @Test(
        "A line leads from each caption up to its object without crossing a caption",
        arguments: 0..<20 as Range<UInt64>)
    func leaders(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for charset in [SymbolSet.utf8, .ascii] {
            let objects = (0..<(1 + chance.number(below: 12))).map { number in
                (column: chance.number(below: 60), text: "Body\(number) \(chance.number(below: 10_000)) km")
            }
            let rows = CaptionLeaders(objects, charset).lines.map { Array($0.text) }
            #expect(rows.allSatisfy { $0.count <= 60 + CaptionLeaders.overhang(objects) })
            for object in objects {
                let row = rows.firstIndex { line in
                    object.column < line.count && String(line[object.column...].dropFirst(2)).hasPrefix(object.text)
                }
                guard let row else {
                    Issue.record("\(object.text) is missing.")
                    continue
                }
                let line = rows[...row].map { String($0[object.column]) }
                #expect([charset.leaderBranch, charset.leaderEnd].contains(line.last ?? ""))
                let above = [charset.leader, charset.leaderBranch]
                #expect(line.dropLast().allSatisfy(above.contains))
            }
        }
    }

    private let footer = CellFooter(
        legend: ["Transit 4548", "Radial Velocity 1255", "Microlensing 277", "Imaging 122", "other 39"].map {
            Line($0)
        },
        notices: ["6296 drawn, omitted: 343 without right ascension or declination, 11 retracted or fictional"],
        briefNotice: "6296 drawn, 354 omitted",
        origin: PictureOrigin(
            filter: "distance:ly < 50", sources: ["NASA Exoplanet Archive", "IAU"], date: "2026-11-21"),
        charset: .utf8)

    @Test("A shortened footer consists of complete sentences and counts the omitted entries", arguments: 30...200)
    func footer(width: Int) {
        for count in [5, 6, 8] {
            let lines = footer.lines(width, atMost: count).map(\.text)
            #expect(lines.allSatisfy { DisplayWidth.width(of: $0) <= width })
            #expect(lines.count <= count)
            let text = lines.joined(separator: " ")
            #expect(text.contains("6296 drawn") && text.contains("Drawn 2026-11-21. Filter: distance"), "\(text)")
            #expect(text.hasSuffix("Source: NASA Exoplanet Archive and others.") || text.hasSuffix("IAU."), "\(text)")
            let shown = footer.legend.count { text.contains($0.text) }
            #expect(shown == 5 || text.contains("   \(5 - shown) more") || text.contains(" \(5 - shown) more"))
        }
    }

    @Test("A filter that is too long is truncated, and the source is kept")
    func longFilter() {
        let filter = String(repeating: "name ~ kepler or ", count: 40)
        let footer = CellFooter(
            legend: [Line("Transit 4548")], notices: [], briefNotice: nil,
            origin: PictureOrigin(filter: filter, sources: ["IAU"], date: "2026-11-21"), charset: .utf8)
        for width in [40, 80, 200] {
            let text = footer.lines(width, atMost: 4).map(\.text).joined(separator: " ")
            #expect(text.contains("Filter: name") && text.hasSuffix("…. Source: IAU."), "\(text)")
        }
    }
}
