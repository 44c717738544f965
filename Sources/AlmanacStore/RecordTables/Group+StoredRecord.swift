import Model
import SQLite

extension Group: StoredRecord {
    static let table = RecordTable<Group>(
        lists: fieldLists + [ContentList("group_card", owner: "group_id", \.cardText)])

    var hiddenTexts: [Labeled<String>] { card.map { Labeled("Card", $0) } }

    var contradiction: RecordProblem? {
        planets != nil && (search ?? filter) != nil ? .mixedGroup(name: title) : nil
    }

    static func owned(by owner: RecordID) -> Selection? {
        Membership(of: owner.kind).map { links in
            Selection(
                source: "\(links.table) CROSS JOIN people_group ON people_group.id = \(links.table).group_id",
                condition: "\(links.table).\(links.member) = ?1", parameter: owner.number)
        }
    }

    static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Links] {
        var links: [Int64: Links] = [:]
        let smart = try SmartGroup.members(of: ids, in: connection)
        let others = ids.filter { smart[$0] == nil }
        links.set(\.members, to: try Link.members.first(of: others, in: connection))
        links.set(\.members, to: smart)
        links.set(\.planets, to: try Link.planets.first(of: others, in: connection))
        links.set(\.notes, to: try Link.notesAboutGroups.first(of: ids, in: connection))
        return links
    }

    func pastLinks(at moment: HistoryPoint, in connection: Connection) throws -> Links {
        var links = Links()
        links.members = try connection.pastLinks(to: Membership.persons.members(at: moment, in: connection))
        links.planets = try connection.pastLinks(to: Membership.planets.members(at: moment, in: connection))
        return links
    }
}
