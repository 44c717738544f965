import Interchange
import Model
import SQLite

extension Person: StoredRecord {
    static let table = RecordTable<Person>(
        columns: fieldColumns + [ContentColumn("photo", raw: \.photo)],
        lists: fieldLists.map(\.keepingLinks) + [
            ContentList("person_card", owner: "person_id", \.cardText),
            ContentList("person_uid", owner: "person_id", \.uids),
        ],
        derived: DerivedColumn.standard(sortedBy: \.sortName) + [
            DerivedColumn(key: "given_key") { $0.name.given.isEmpty ? "" : "\($0.name.given) \($0.name.family)" },
            DerivedColumn(key: "organization_key", of: \.organization),
            DerivedColumn(name: "due_key") { person, _ in
                switch person.nextContact {
                case .due(let date): date.description
                case .now: ""
                case nil: nil
                }
            },
        ],
        ungrouped: "NOT EXISTS (SELECT 1 FROM membership WHERE membership.person_id = person.id)")

    var aliases: [String] {
        [
            name.nickname, "\(name.given) \(name.family)", "\(name.family) \(name.given)", name.display,
            familyFirstName,
        ]
    }

    var hiddenTexts: [Labeled<String>] { uids.map { Labeled("UID", $0) } + card.map { Labeled("Card", $0) } }

    var duplicateKeys: Set<String> { PersonTraits(self).keys }

    static var cardVersion: Int? { currentCardVersion }

    static func owned(by owner: RecordID) -> Selection? {
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
    }

    // MARK: - Links

    static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Links] {
        var links = try searchLinks(of: ids, in: connection)
        links.set(\.notes, to: try Link.notesAboutPersons.first(of: ids, in: connection))
        try JournalEntries(connection: connection).addLatest(of: ids, to: &links)
        links.set(\.smartGroups, to: try SmartGroup.groups(of: ids, .person, in: connection))
        links.set(\.relatives, to: try relatives(of: ids, in: connection).mapValues(\.relatives))
        return links
    }

    func pastLinks(at moment: HistoryPoint, in connection: Connection) throws -> Links {
        var links = Links()
        links.home = try home.map { try connection.pastReference(to: $0.recordID) }
        let groups = try Membership.persons.groups(at: moment, limit: nil, in: connection)
        links.groups = try connection.pastReferences(to: groups)
        return links
    }

    /// Loads only the links of relations.
    static func relatives(of ids: [Int64], in connection: Connection) throws -> [Int64: Links] {
        var links: [Int64: Links] = [:]
        let wanted = WantedIDs(ids)
        try connection.forEach(RelationLinks.relatives(of: wanted.condition), binding: wanted.value) { row in
            links[row[0], default: Links()].relatives[row[1]] = RecordReference(
                id: RecordID(kind: .person, number: row[2]), name: row[3])
        }
        return links
    }

    // MARK: - Search

    static func searchLinks(of ids: [Int64], in connection: Connection) throws -> [Int64: Links] {
        var links: [Int64: Links] = [:]
        let wanted = WantedIDs(ids)
        try connection.forEach(
            """
            SELECT person.id, planet.id, planet.display_name
            FROM person JOIN planet ON planet.id = person.home_id
            WHERE person.id \(wanted.condition)
            """, binding: wanted.value
        ) { row in
            let home = RecordReference(id: RecordID(kind: .planet, number: row[1]), name: row[2])
            links[row[0], default: Links()].home = home
        }
        try connection.forEach(
            """
            SELECT person_id, group_id, display_name, nullif(people_group.kind, '')
            FROM membership JOIN people_group ON id = group_id
            WHERE person_id \(wanted.condition)
            ORDER BY sort_key, group_id
            """, binding: wanted.value
        ) { row in
            let group = RecordID(kind: .group, number: row[1])
            links[row[0], default: Links()].groups.append(RecordReference(id: group, name: row[2]))
            links[row[0], default: Links()].groupKinds[group] = row[3] as String?
        }
        return links
    }

    func searchTexts(of fields: SearchedFields<Person>) -> [SearchText] {
        fields.texts(
            of: self, title: SearchText(name: name.display),
            otherNames: SearchText(name: (otherNames + unspacedNames).joined(separator: " ")))
    }

    static func searchTexts(of links: Links) -> [SearchText] {
        [links.home].compactMap { $0 }.map { .place("planet", $0) } + links.groups.map { .place("groups", $0) }
    }
}

extension ContentList<Person> {
    /// The list, modified so that writing keeps the links of relations whose text has not changed.
    fileprivate var keepingLinks: ContentList {
        guard table == "person_relation" else { return self }
        var list = self
        list.write = { [write] content, id, connection in
            let links = RelationLinks(connection: connection)
            let targets = try links.targets(of: id)
            try write(content, id, connection)
            try links.set(targets, of: id)
        }
        return list
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
    // The card is stored in a single row, because the history stores each row separately.
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
