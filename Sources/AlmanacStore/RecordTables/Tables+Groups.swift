import Model
import SQLite

extension Tables {
    package static let groups = RecordTable<Group>(
        name: "people_group",
        derived: DerivedColumn.standard(sortedBy: \.title),
        links: links,
        pastLinks: PastLinks.group,
        scope: { scope in
            switch scope {
            case .usual, .all:
                Selection(source: "people_group")
            case .of(let address) where address.kind == .person:
                Selection(
                    source: "membership CROSS JOIN people_group ON people_group.id = membership.group_id",
                    condition: "membership.person_id = ?1", parameter: address.number)
            case .of, .ungrouped:
                .nothing(of: "people_group")
            case .favorites(let account):
                .favorites(of: account, in: "people_group", column: "group_id")
            }
        },
        aliases: { _ in [] },
        isCatalog: false,
        contradiction: { group in
            group.planets != nil && (group.search ?? group.filter) != nil ? .mixedGroup(name: group.title) : nil
        })

    @Sendable private static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Group.Links] {
        var links: [Int64: Group.Links] = [:]
        for (id, members) in try Link.members.first(of: ids, in: connection) {
            links[id, default: Group.Links()].members = members
        }
        for (id, members) in try SmartGroup.members(of: ids, in: connection) {
            links[id, default: Group.Links()].members = members
        }
        for (id, notes) in try Link.notesAboutGroups.first(of: ids, in: connection) {
            links[id, default: Group.Links()].notes = notes
        }
        return links
    }
}
