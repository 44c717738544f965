import Display
import Testing
import Text

@testable import Rendering

@Suite("Trees in terminal cells and as SVG")
struct CellTreeTests {
    private let tree = Tree(
        "Relations of Fred Flintstone",
        rows: [
            Tree.Row("Ed Flintstone & Edna Flintstone", generation: 1, ends: [true], isSubject: false),
            Tree.Row("Fred Flintstone & Wilma Flintstone", generation: 2, ends: [true, false], isSubject: true),
            Tree.Row("Pebbles Flintstone", generation: 3, ends: [true, false, true], isSubject: false),
            Tree.Row("Zack <Flintstone>\u{1B}[31m", generation: 2, ends: [true, true], isSubject: false),
        ], lists: [Tree.List("Work", ["George Slate: manager"])], table: Table("relations", columns: [], rows: []))

    private func lines(_ columns: Int, _ charset: SymbolSet = .utf8) -> [String] {
        let settings = RenderSettings(width: columns, height: 24, palette: .plain, charset: charset)
        return Picture.tree(tree).inCells(settings).lines.map(\.text)
    }

    @Test func `The lists are next to the tree if there is enough space`() {
        #expect(
            lines(80) == [
                "I   Ed Flintstone & Edna Flintstone         Work",
                "II  ├─ Fred Flintstone & Wilma Flintstone     George Slate: manager",
                "III │  └─ Pebbles Flintstone",
                "II  └─ Zack <Flintstone>␛[31m",
            ])
    }

    @Test("All names in a tree are readable at every width", arguments: 40...200)
    func widths(columns: Int) {
        for charset in [SymbolSet.utf8, .ascii] {
            let lines = lines(columns, charset)
            #expect(lines.allSatisfy { DisplayWidth.width(of: $0) <= columns })
            let text = lines.joined(separator: " ")
            for word in ["Ed", "Edna", "Wilma", "Pebbles", "Zack", "Slate:", "manager"] {
                #expect(text.contains(word), "\(word) at \(columns)")
            }
            #expect(charset == .utf8 || !text.contains { "├└─│".contains($0) })
        }
    }

    @Test func `A deep tree fits a narrow terminal`() {
        let rows = (1...30).map { level in
            Tree.Row(
                "Descendant \(level)", generation: level, ends: Array(repeating: true, count: level), isSubject: false)
        }
        let tree = Tree("Deep", rows: rows, lists: [], table: Table("relations", columns: [], rows: []))
        let settings = RenderSettings(width: 40, height: 24, palette: .plain, charset: .utf8)
        let lines = Picture.tree(tree).inCells(settings).lines
        #expect(lines.allSatisfy { $0.width <= 40 } && lines.count >= 30)
    }

    @Test func `An SVG document contains all names in escaped form`() {
        let text = Picture.tree(tree).svg()
        for name in ["Ed Flintstone &amp; Edna Flintstone", "Pebbles Flintstone", "&lt;Flintstone&gt;", "George Slate"]
        {
            #expect(text.contains(name))
        }
        #expect(!text.contains("\u{1B}") && text.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg""#))
    }
}
