import Model
import TestSupport
import Testing
import Text

@testable import Interchange

@Suite("Declared fields in full exports and CSV files")
struct DeclaredFieldTests {
    @Test func `A full export contains every field`() throws {
        try isExported(Person.full(home: Planet.ID(rawValue: 7))) { .person($0) }
        try isExported(Group.example) { .group($0, members: [], planets: [.init(rawValue: 2), .init(rawValue: 1)]) }
        try isExported(Planet.example) { .planet($0) }
        try isExported(Note.example) { .note($0) }
    }

    @Test
    func `Full exports from Almanac 0.1 are read, although their groups lack newer fields`()
        throws
    {
        let moment = Timestamp(secondsSince1970: 0)
        var group = Group()
        group.name = "Rebel Alliance"
        let record = Record<Group>(
            id: .init(rawValue: 1), uuid: "0", created: moment, modified: moment, version: 1, content: group)
        let (name, value) = ArchiveCodec.json(of: .group(record, members: []))
        let newer: Set = [
            "kind", "where", "planets", "episode", "director", "released", "class", "lengthM", "crew", "linkedPlanets",
        ]
        let members = try #require(value.members)
        #expect(newer.isSubset(of: members.map(\.key)))
        let former = JSONValue.object(members.filter { !newer.contains($0.key) })
        #expect(try ArchiveCodec.item(name, former) == .group(record, members: []))
    }

    private func isExported<Content: Recordable>(
        _ content: Content, as item: (Record<Content>) -> ArchiveItem
    ) throws {
        let moment = Timestamp(secondsSince1970: 0)
        let record = Record(
            id: TypedRecordID<Content>(rawValue: 1), uuid: "0", created: moment, modified: moment, version: 1,
            content: content)
        let (name, value) = ArchiveCodec.json(of: item(record))
        let keys = try #require(value.members).map(\.key)
        for field in Content.fields { #expect(keys.contains(field.jsonKey), "A full export lacks \(field.key).") }
        #expect(try ArchiveCodec.item(name, value) == item(record))
    }

    @Test func `Every field with a CSV heading, except postal addresses, has a column that is read as that field`()
        throws
    {
        let layout = ContactCSVLayout()
        let headings = ContactHeadings(layout.headings)
        #expect(headings.dialect == .almanac)
        for field in Person.fields {
            guard let heading = field.heading else { continue }
            let written = field.shape == .labeled ? "\(heading) 1 - Value" : heading
            if case .addresses = field.value { continue }
            let index = try #require(layout.headings.firstIndex(of: written))
            #expect(headings.column(at: index).words.hasPrefix(field.key), "\(written)")
        }
    }
}
