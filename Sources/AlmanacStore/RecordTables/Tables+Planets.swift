import Model
import SQLite

extension Tables {
    package static let planets = RecordTable<Planet>(
        name: "planet",
        columns: Planet.fieldColumns + [ContentColumn("picture", raw: \.picture)],
        links: links,
        pastLinks: PastLinks.planet,
        usual: "planet.type <> 'fictional' AND planet.status <> 'retracted'",
        owned: { center in
            center.kind == .planet
                ? Selection(
                    source: "planet",
                    condition: "planet.parent = (SELECT name FROM planet WHERE id = ?1) COLLATE NOCASE",
                    parameter: center.number) : nil
        },
        aliases: \.aliases,
        isCatalog: true,
        photo: \.picture)

    @Sendable private static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Planet.Links] {
        var links: [Int64: Planet.Links] = [:]
        try connection.forEachLink(
            """
            SELECT planet.id, parent.id, parent.display_name
            FROM planet JOIN planet AS parent ON parent.name = planet.parent COLLATE NOCASE
            WHERE planet.id IN (SELECT value FROM json_each(?1)) AND planet.parent <> ''
            ORDER BY parent.id DESC
            """, to: .planet, of: ids
        ) { links[$0, default: Planet.Links()].parent = $1 }
        links.set(\.residents, to: try Link.residents.first(of: ids, in: connection))
        links.set(\.groups, to: try SmartGroup.groups(of: ids, .planet, in: connection))
        links.set(\.notes, to: try Link.notesAboutPlanets.first(of: ids, in: connection))
        return links
    }
}
