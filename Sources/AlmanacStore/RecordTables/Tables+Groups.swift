import Model
import SQLite

extension Tables {
    package static let groups = RecordTable<Group>(
        name: "people_group",
        links: links,
        pastLinks: PastLinks.group,
        owned: { owner in
            owner.kind == .person
                ? Selection(
                    source: "membership CROSS JOIN people_group ON people_group.id = membership.group_id",
                    condition: "membership.person_id = ?1", parameter: owner.number) : nil
        },
        contradiction: { group in
            group.planets != nil && (group.search ?? group.filter) != nil ? .mixedGroup(name: group.title) : nil
        })

    @Sendable private static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Group.Links] {
        var links: [Int64: Group.Links] = [:]
        links.set(\.members, to: try Link.members.first(of: ids, in: connection))
        links.set(\.members, to: try SmartGroup.members(of: ids, in: connection))
        links.set(\.notes, to: try Link.notesAboutGroups.first(of: ids, in: connection))
        return links
    }
}
