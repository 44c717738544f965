import Model
import SQLite

extension Tables {
    package static let groups = RecordTable<Group>(
        name: "people_group",
        columns: [
            ContentColumn("name", \.name),
            ContentColumn("description", \.summary),
            ContentColumn("search", \.search),
            ContentColumn("person_filter", \.filter),
            ContentColumn("planet_filter", \.planets),
        ],
        lists: [],
        derived: DerivedColumn.standard(sortedBy: \.title),
        references: { _ in [] },
        links: links,
        pastLinks: PastLinks.group,
        order: { order, _ in
            switch order {
            case .name: OrderColumn("sort_key", of: "people_group")
            case .members: .field(order, over: FilterColumns.groups)
            case .created: OrderColumn("created", of: "people_group")
            case .modified: OrderColumn("modified", of: "people_group")
            }
        },
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
        filterColumns: FilterColumns.groups,
        aliases: { _ in [] },
        isCatalog: false,
        contradiction: { group in
            group.planets != nil && (group.search ?? group.filter) != nil ? .mixedGroup(name: group.title) : nil
        },
        searchTexts: { group, _ in
            [
                SearchText(name: group.name), SearchText("description", group.summary),
                SearchText("search", group.search ?? ""),
            ]
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
