import Model
import SQLite

extension Tables {
    static let persons = RecordTable<Person>(
        name: "person",
        columns: Person.fieldColumns + [ContentColumn("photo", raw: \.photo)],
        lists: Person.fieldLists + [
            ContentList("person_card", owner: "person_id", \.cardText),
            ContentList("person_uid", owner: "person_id", \.uids),
        ],
        derived: DerivedColumn.standard(sortedBy: \.sortName) + [
            .key("given_key") { $0.name.given.isEmpty ? "" : "\($0.name.given) \($0.name.family)" },
            .key("organization_key", of: \.organization),
            DerivedColumn("due_key") { person, _ in
                switch person.nextContact {
                case .due(let date): date.description
                case .now: ""
                case nil: nil
                }
            },
        ],
        links: links,
        pastLinks: PastLinks.person,
        owned: { owner in
            switch owner.kind {
            case .group:
                Selection(
                    source: "membership CROSS JOIN person ON person.id = membership.person_id",
                    sortedSource: "person CROSS JOIN membership ON membership.person_id = person.id",
                    condition: "membership.group_id = ?1", parameter: owner.number)
            case .planet:
                Selection(
                    source: "person INDEXED BY person_by_home", condition: "person.home_id = ?1",
                    parameter: owner.number)
            case .person, .note: nil
            }
        },
        ungrouped: "NOT EXISTS (SELECT 1 FROM membership WHERE membership.person_id = person.id)",
        aliases: { person in
            let name = person.name
            return [
                name.nickname, "\(name.given) \(name.family)", "\(name.family) \(name.given)", name.display,
                person.familyFirstName,
            ]
        },
        hiddenTexts: { person in
            person.uids.map { Labeled("UID", $0) } + person.card.map { Labeled("Card", $0) }
        },
        photo: \.photo,
        duplicateKeys: { PersonTraits($0, $1).keys },
        completed: { $2.completed($0, replacing: $1) },
        searchLinks: homeAndGroups,
        searchTexts: { [searched = SearchedFields<Person>()] person, cards in
            searched.texts(
                of: person, title: SearchText(name: person.name.display),
                otherNames: SearchText(
                    name: (cards.otherNames(of: person) + person.unspacedNames).joined(separator: " ")))
        },
        linkedTexts: { $0.searchTexts })

    @Sendable private static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Person.Links] {
        var links = try homeAndGroups(of: ids, in: connection)
        links.set(\.notes, to: try Link.notesAboutPersons.first(of: ids, in: connection))
        links.set(\.smartGroups, to: try SmartGroup.groups(of: ids, .person, in: connection))
        return links
    }

    @Sendable private static func homeAndGroups(
        of ids: [Int64], in connection: Connection
    ) throws -> [Int64: Person.Links] {
        var links: [Int64: Person.Links] = [:]
        let wanted = WantedIDs(ids)
        try connection.forEachLink(
            """
            SELECT person.id, planet.id, planet.display_name
            FROM person JOIN planet ON planet.id = person.home_id
            WHERE person.id \(wanted.condition)
            """, to: .planet, of: wanted
        ) { links[$0, default: Person.Links()].home = $1 }
        try connection.forEach(
            """
            SELECT person_id, group_id, display_name, nullif(people_group.kind, '')
            FROM membership JOIN people_group ON id = group_id
            WHERE person_id \(wanted.condition)
            ORDER BY sort_key, group_id
            """, binding: wanted.value
        ) { row in
            let group = RecordID(kind: .group, number: row[1])
            links[row[0], default: Person.Links()].groups.append(RecordReference(address: group, name: row[2]))
            links[row[0], default: Person.Links()].groupKinds[group] = row[3] as String?
        }
        return links
    }
}

/// A record that keeps the card that it was imported from.
protocol RecordWithCard {
    /// The lines of the card.
    var card: [String] { get set }
}

extension Person: RecordWithCard {}
extension Group: RecordWithCard {}

extension RecordWithCard {
    // A single row, because the history stores each row separately.
    /// The lines of the card as a single value. Older databases have one row per line.
    var cardText: [String] {
        get { card.isEmpty ? [] : [card.joined(separator: "\n")] }
        set {
            card = newValue.flatMap { text in
                text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
                    String(Substring($0))
                }
            }
        }
    }
}
