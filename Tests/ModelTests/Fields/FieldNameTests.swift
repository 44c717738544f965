import Testing

@testable import Model

@Suite("Names of fields")
struct FieldNameTests {
    @Test("Every key, JSON key, alias, and title of a field names it in assignments, filters, columns, and sort orders")
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

    @Test("A title of several words takes precedence over fields named by its words unless a comma separates the words")
    func titlesOfSeveralWords() throws {
        let fields = FilterField.all(of: .person)
        #expect(try FigureInUnit.several("given name", of: fields).map(\.field.name) == ["given"])
        #expect(try FigureInUnit.several("given, name", of: fields).map(\.field.name) == ["given", "name"])
        #expect(try FigureInUnit.several("family given", of: fields).map(\.field.name) == ["family", "given"])
    }

    @Test("The condition “estimated” and the field “estimated” do not conflict")
    func estimatedValues() throws {
        #expect(try Filter("estimated and mass > 1", of: .planet).condition.description.hasPrefix("estimated and"))
        #expect(try Filter("estimated ~ axis", of: .planet).condition.description == "estimated ~ axis")
        #expect(try Filter("estimated is null", of: .planet).condition.description == "estimated is null")
    }
}
