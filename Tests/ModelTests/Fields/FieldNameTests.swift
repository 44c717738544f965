import Testing

@testable import Model

@Suite("Field names")
struct FieldNameTests {
    @Test("The key, JSON key, alias, and title of a field are accepted in assignments, filters, columns, and sorting")
    func everyName() throws {
        try checkNames(Person.self)
        try checkNames(Group.self)
        try checkNames(Planet.self)
        try checkNames(Note.self)
    }

    private func checkNames<Content: Recordable>(_ type: Content.Type) throws {
        let filters = FilterField.all(of: Content.kind)
        for field in Content.fields {
            // If several fields have the same label, the label names the field that is shown on pages, such as the axis
            // in astronomical units.
            let labels = field.labels.filter { label in
                Content.fields.count { $0.isLabeled(label) } == 1 || Content.fields.named(label)?.key == field.key
            }
            for name in [field.key, field.jsonKey] + [field.alias].compactMap(\.self) + labels {
                #expect(Content.fields.named(name)?.key == field.key, "\(name)")
                // A note has one filter for each kind of its subject, and one for any kind.
                let filter = field.filters.count == 1 ? field.filters[0].name : field.key
                #expect(filters.named(name)?.name == filter, "\(name)")
                let quoted = FilterToken.quoted(name)
                #expect(try Filter("\(quoted) is null", of: Content.kind).condition.description == "\(filter) is null")
                #expect(try Filter("\(name) is null", of: Content.kind).condition.description == "\(filter) is null")
                let columns = try FigureInUnit.several("\(name), \(name)", of: filters)
                #expect(columns.map(\.field.name) == [filter, filter])
                if field.order != nil { #expect(RecordOrder<Content>(named: name)?.rawValue == filter, "\(name)") }
            }
        }
    }

    @Test("A multiword title takes precedence over fields named by its words unless the words are separated by a comma")
    func titlesOfSeveralWords() throws {
        let fields = FilterField.all(of: .person)
        #expect(try FigureInUnit.several("given name", of: fields).map(\.field.name) == ["given"])
        #expect(try FigureInUnit.several("given, name", of: fields).map(\.field.name) == ["given", "name"])
        #expect(try FigureInUnit.several("family given", of: fields).map(\.field.name) == ["family", "given"])
    }

    @Test(
        "A column can have a unit or a bar",
        arguments: [
            ("radius:rearth", "rearth", false), ("radius:bar", nil, true), ("moons:bar", nil, true),
            ("mass", nil, false),
        ] as [(String, String?, Bool)])
    func columns(text: String, unit: String?, isBar: Bool) throws {
        let columns = try FigureInUnit.several("name, \(text)", of: FilterField.all(of: .planet))
        #expect(columns.count == 2)
        #expect(columns.last?.unit?.name == unit && columns.last?.isBar == isBar)
    }

    @Test(
        "The error for an invalid column states its position and the expected input",
        arguments: [
            ("wings", 0, "a column", nil), ("radius, wings", 8, "a column", nil),
            (
                "radius:foo", 7, "a unit for radius or “bar”",
                "Use one of: km, m, rearth, rjup, rsun, au, ly, pc, bar."
            ),
            ("moons:foo", 6, "“bar”", ""), ("name:km", 4, "another field or the end of the input", "name has no unit."),
            ("version:bar", 7, "another field or the end of the input", "version has no unit."),
            ("", 0, "a column", nil),
        ] as [(String, Int, String, String?)])
    func invalidColumns(text: String, column: Int, expected: String, hint: String?) throws {
        let fields = FilterField.all(of: .planet)
        let problem = try #require(throws: FilterProblem.self) { try FigureInUnit.several(text, of: fields) }
        #expect(problem.column == column && problem.expected.phrase.description == expected)
        if let hint { #expect((problem.expected.hint?.description ?? "") == hint) }
        let names = fields.map(\.name).joined(separator: ", ")
        if hint == nil { #expect(problem.expected.hint?.description == "Available fields: \(names).") }
        #expect(problem.subject.description == "The list of columns")
    }

    @Test("A plotted pair consists of two numeric fields, and other words are suggested only in place of the first")
    func pairs() throws {
        let fields = FilterField.all(of: .planet)
        let pair = try FigureInUnit.pair("radius:rearth mass", of: fields, besides: ["x"])
        #expect((pair.0.field.name, pair.0.unit?.name, pair.1.field.name) == ("radius", "rearth", "mass"))
        for (text, column, found, expected, hasOthers) in [
            ("radius", 6, "", "a numeric field", false),
            ("radius mass period", 12, "period", "“where” or the end of the command", false),
            ("radius mass period moons", 12, "period", "“where” or the end of the command", false),
            ("wings", 0, "wings", "a numeric field", true), ("radius wings", 7, "wings", "a numeric field", false),
            ("radius:bar mass", 7, "bar", "a unit for radius", false),
        ] {
            let problem = try #require(throws: FilterProblem.self, "\(text)") {
                try FigureInUnit.pair(text, of: fields, besides: ["x"])
            }
            #expect(problem.column == column && problem.found == found, "\(text)")
            #expect(problem.expected.phrase.description == expected && problem.subject.description == "The command")
            #expect(problem.expected.words.contains("x") == hasOthers, "\(text)")
        }
    }

    @Test("The condition “estimated” and the field “estimated” do not conflict")
    func estimatedValues() throws {
        #expect(try Filter("estimated and mass > 1", of: .planet).condition.description.hasPrefix("estimated and"))
        #expect(try Filter("estimated ~ axis", of: .planet).condition.description == "estimated ~ axis")
        #expect(try Filter("estimated is null", of: .planet).condition.description == "estimated is null")
    }
}
