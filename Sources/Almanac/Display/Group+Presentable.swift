import Display
import Model

extension Group: Presentable {
    static let columns = [
        Column("name", "Name"), Column("memberCount", "Members", .trailing), Column("description", "Description"),
        .address,
    ]
    static let placeholder = "No groups yet: “new group name=…” makes the first."

    static func fields(of group: Record<Group>, on today: CivilDate) -> [Field] {
        [
            Field("description", "Description", group.summary.isEmpty ? .none : .prose(group.summary)),
            Field("search", "Search", .text(orNone: group.search ?? "")),
            Field("where", "Filter", .text(orNone: group.filter ?? "")),
            Field("memberCount", "Members", .count(group.links.members.count)),
            Field("members", "Members", .references(group.links.members.first), for: .programs),
            Field("notes", "Notes", .references(group.links.notes.first), for: .programs),
        ]
    }

    static func related(to group: Record<Group>) -> [Related] {
        [
            Related("members", "Members", group.links.members, list: .person, order: "member"),
            Related("notes", "Notes", group.links.notes, list: .note),
        ]
    }

    static func consequences(ofDeleting group: Record<Group>) -> [String] {
        [
            count(group.links.members.count, "membership").map { "ends \($0)" },
            count(group.links.notes.count, "note").map { "leaves \($0) behind" },
        ].compactMap { $0 }
    }
}
