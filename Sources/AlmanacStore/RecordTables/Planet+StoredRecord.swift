import Model
import SQLite

extension Planet: StoredRecord {
    static let table = RecordTable<Planet>(
        columns: fieldColumns + [ContentColumn("picture", raw: \.picture)],
        usual: "planet.type <> 'fictional' AND planet.status <> 'retracted'",
        isCatalog: true)

    var photo: BlobID? { picture }

    static func owned(by owner: RecordID) -> Selection? {
        switch owner.kind {
        case .planet:
            Selection(
                source: "planet",
                condition: "planet.parent = (SELECT name FROM planet WHERE id = ?1) COLLATE NOCASE",
                parameter: owner.number)
        case .group:
            Selection(
                source: "group_planet CROSS JOIN planet ON planet.id = group_planet.planet_id",
                condition: "group_planet.group_id = ?1", parameter: owner.number)
        case .person, .note: nil
        }
    }

    static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Links] {
        var links: [Int64: Links] = [:]
        let wanted = WantedIDs(ids)
        try connection.forEach(
            """
            SELECT planet.id, parent.id, parent.display_name
            FROM planet JOIN planet AS parent ON parent.name = planet.parent COLLATE NOCASE
            WHERE planet.id \(wanted.condition) AND planet.parent <> ''
            ORDER BY parent.id DESC
            """, binding: wanted.value
        ) { row in
            let parent = RecordReference(id: RecordID(kind: .planet, number: row[1]), name: row[2])
            links[row[0], default: Links()].parent = parent
        }
        links.set(\.residents, to: try Link.residents.first(of: ids, in: connection))
        let groups = try Link.groupsOfPlanets.first(of: ids, in: connection)
        links.set(\.groups, to: groups)
        var kinds: [RecordID: String] = [:]
        try connection.forEach(
            "SELECT id, nullif(kind, '') FROM people_group WHERE id IN (SELECT value FROM json_each(?1))",
            binding: groups.values.flatMap(\.first).map(\.id.number).unique.json
        ) { kinds[RecordID(kind: .group, number: $0[0])] = $0[1] as String? }
        for (planet, groups) in groups {
            for group in groups.first { links[planet]?.groupKinds[group.id] = kinds[group.id] }
        }
        links.set(\.smartGroups, to: try SmartGroup.groups(of: ids, .planet, in: connection))
        links.set(\.notes, to: try Link.notesAboutPlanets.first(of: ids, in: connection))
        return links
    }

    func pastLinks(at moment: HistoryPoint, in connection: Connection) throws -> Links {
        var links = Links()
        links.parent = try parent.isEmpty ? nil : Planet.table.named(parent, in: connection).first
        let limit = LinkedRecords.countLimit + 1
        let groups = try Membership.planets.groups(at: moment, limit: limit, in: connection)
        links.groups = try connection.pastLinks(to: groups)
        return links
    }
}
