import Display
import Localization
import Model

extension Group: Presentable {
    static let columns = [
        Column("name", "Name"), Column("memberCount", "Members", .trailing), Column("summary", "Description"),
        .id,
    ]
    static let placeholder: Message = "No groups yet. Use “new group name=…” to add one."

    static let page = fields.inPageOrder()

    static func links(of group: Record<Group>) -> [Field] {
        [Field("memberCount", "Members", .count(group.links.members.count))] + related(to: group).map(\.field)
    }

    static func presentOnly(of group: Record<Group>) -> Set<String> {
        let isSmart = group.search != nil || group.filter != nil || group.planets != nil
        return isSmart ? ["memberCount", "members", "linkedPlanets", "notes"] : ["notes"]
    }

    /// Adds a summary of the group’s search, filters, and description to a row for display.
    static func listed(_ row: Row) -> Row {
        let saved = [("search", "search "), ("where", "persons where "), ("planets", "planets where ")]
        var texts = saved.compactMap { key, words -> String? in
            if case .text(let text) = row[key] { words + text } else { nil }
        }
        if case .prose(let text) = row["description"] { texts.append(text) }
        let shown = Field("summary", "Description", .text(orNone: texts.joined(separator: " · ")), for: .people)
        return Row(address: row.address, row.fields + [shown])
    }

    static func related(to group: Record<Group>) -> [RelatedRecords] {
        [
            RelatedRecords(
                "members", "Members", group.links.members, list: group.content.memberKind,
                order: group.content.memberKind == .person ? "member" : nil),
            RelatedRecords("linkedPlanets", "Planets", group.links.planets, list: .planet),
            RelatedRecords("notes", "Notes", group.links.notes, list: .note),
        ]
    }

    static func consequences(ofDeleting group: Record<Group>) -> [Message] {
        [
            count(group.links.members.count, "membership").map { "removes \($0)" },
            count(group.links.planets.count, "planet").map { "unlinks \($0)" },
            count(group.links.notes.count, "note").map { "detaches \($0)" },
        ].compactMap { $0 }
    }
}
