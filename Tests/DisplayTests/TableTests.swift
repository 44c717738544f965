import Testing

@testable import Display

@Suite("Pages and tables")
struct TableTests {
    @Test("A row returns the first value for a key, and no value for an unknown key")
    func fields() {
        let row = Row(
            address: "persons/7", [Field("name", "Name", .text("Leia")), Field("name", "Name", .text("Luke"))])
        #expect(row["name"] == .text("Leia"))
        #expect(row["mass"] == .none)
    }

    @Test("Pages that differ only in the content of the next page are equal")
    func equality() {
        let one = Table("persons", columns: [], rows: [], next: NextPage { Table("a", columns: [], rows: []) })
        let other = Table("persons", columns: [], rows: [], next: NextPage { Table("b", columns: [], rows: []) })
        #expect(Page("Persons", [.table(one)]) == Page("Persons", [.table(other)]))
        #expect(one != Table("persons", columns: [], rows: []))
    }

    @Test("Empty text is treated as no value")
    func emptyText() {
        #expect(Value.text(orNone: "") == .none)
        #expect(Value.text(orNone: " ") == .text(" "))
    }

    @Test("The outcome of an import depends on the numbers of accepted and rejected items")
    func outcomes() {
        let outcomes = [(0, 0), (3, 0), (0, 1), (1, 1)].map { Page.Outcome(accepted: $0, rejected: $1) }
        #expect(outcomes == [.success, .success, .negative, .partial])
    }

    @Test(
        "Generations are numbered with Roman numerals",
        arguments: [
            (-1, ""), (0, ""), (1, "I"), (3, "III"), (4, "IV"), (5, "V"), (8, "VIII"), (9, "IX"), (10, "X"),
            (14, "XIV"), (29, "XXIX"),
        ])
    func numerals(generation: Int, numeral: String) {
        #expect(Tree.Row("", generation: generation, ends: [], isSubject: false).numeral == numeral)
    }

    @Test("The origin of a picture states the date, the filter, and the sources")
    func origin() {
        let origin = PictureOrigin(filter: "mass > 1", sources: ["NASA", "IAU"], date: "2026-11-21")
        #expect(origin.text == "Drawn 2026-11-21. Filter: mass > 1. Source: NASA, IAU.")
        let unknown = PictureOrigin(filter: nil, sources: [], date: "2026-11-21")
        #expect(unknown.text == "Drawn 2026-11-21. Filter: none. Source: unknown.")
    }

    @Test("A drawing omits shapes whose coordinates or radii are invalid or too large")
    func drawable() {
        let point = { (x: Double, y: Double) in Drawing.Point(x: x, y: y) }
        let outlines: [(Drawing.Outline, Bool)] = [
            (.sign(point(9e99, -9e99)), true), (.sign(point(1e100, 0)), false), (.sign(point(0, -1e100)), false),
            (.disc(point(0, 0), radius: 0), true), (.disc(point(0, 0), radius: -1), false),
            (.disc(point(0, 0), radius: 1e100), false), (.disc(point(.nan, 0), radius: 1), false),
            (.ring(inner: 1, outer: 1), true), (.ring(inner: 2, outer: 1), false), (.ring(inner: -1, outer: 1), false),
            (.ring(inner: 1, outer: 1e100), false), (.loop([point(0, 0), point(1e100, 0)]), false), (.loop([]), true),
        ]
        for (outline, isDrawn) in outlines {
            let drawing = Drawing(
                "", shapes: [Drawing.Shape("", "", .body, outline)], rulers: [], notices: [],
                table: Table("", columns: [], rows: []))
            #expect(drawing.shapes.isEmpty != isDrawn, "\(outline)")
        }
    }
}
