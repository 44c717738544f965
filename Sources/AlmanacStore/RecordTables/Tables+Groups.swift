import Model
import SQLite

extension Tables {
    static let groups = RecordTable<Group>(
        name: "people_group",
        lists: Group.fieldLists + [ContentList("group_card", owner: "group_id", \.cardText)],
        links: links,
        pastLinks: PastLinks.group,
        owned: { owner in
            Membership(of: owner.kind).map { links in
                Selection(
                    source: "\(links.table) CROSS JOIN people_group ON people_group.id = \(links.table).group_id",
                    condition: "\(links.table).\(links.member) = ?1", parameter: owner.number)
            }
        },
        hiddenTexts: { $0.card.map { Labeled("Card", $0) } },
        contradiction: { group in
            group.planets != nil && (group.search ?? group.filter) != nil ? .mixedGroup(name: group.title) : nil
        })

    @Sendable private static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Group.Links] {
        var links: [Int64: Group.Links] = [:]
        let smart = try SmartGroup.members(of: ids, in: connection)
        let others = ids.filter { smart[$0] == nil }
        links.set(\.members, to: try Link.members.first(of: others, in: connection))
        links.set(\.members, to: smart)
        links.set(\.planets, to: try Link.planets.first(of: others, in: connection))
        links.set(\.notes, to: try Link.notesAboutGroups.first(of: ids, in: connection))
        return links
    }
}
