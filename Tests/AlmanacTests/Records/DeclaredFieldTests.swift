import Display
import Model
import Navigation
import Testing

@testable import Almanac

@Suite("Support for every declared field in forms, completion, pages, and filters")
struct DeclaredFieldTests {
    @Test func `Every field of persons is supported`() throws { try isKnown(Person.self) }
    @Test func `Every field of groups is supported`() throws { try isKnown(Group.self) }
    @Test func `Every field of planets is supported`() throws { try isKnown(Planet.self) }
    @Test func `Every field of notes is supported`() throws { try isKnown(Note.self) }

    private func isKnown<Content: Presentable>(_ type: Content.Type) throws {
        let form = Forms.record("record", of: type).fields.map(\.key)
        let hints = FieldHint.all(of: Content.kind).map(\.key)
        let page = Record<Content>.blank.fields(isFavorite: false, on: CivilDate(daysSince1970: 0))
        for field in Content.fields {
            #expect(form.contains(field.key) && hints.contains(field.key), "\(field.key)")
            #expect(page.contains { $0.key == field.jsonKey }, "The page lacks \(field.key).")
            for filter in field.filters {
                let parsed = try Filter("\(filter.name) is null", of: Content.kind)
                let known = FilterField.all(of: Content.kind).first { $0.name == filter.name && $0.key == filter.key }
                #expect(parsed.condition == .unknown(try #require(known)))
                #expect(RecordOrder<Content>(named: filter.name) != nil || field.order == nil, "\(filter.name)")
            }
        }
    }
}
