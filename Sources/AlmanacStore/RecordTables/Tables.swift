import Interchange
import Model
import SQLite

/// The record tables of all kinds.
enum Tables {
    /// Returns references to the records that exist, with current names, in the order of the IDs.
    static func references(to addresses: [RecordID], in connection: Connection) throws -> [RecordReference] {
        var names: [RecordID: String] = [:]
        for (kind, addresses) in Dictionary(grouping: addresses, by: \.kind) {
            try connection.forEach(
                """
                SELECT id, display_name FROM \(kind.table)
                WHERE id IN (SELECT value FROM json_each(?1))
                """, binding: addresses.map(\.number).json
            ) { row in
                names[RecordID(kind: kind, number: row[0])] = row[1] as String
            }
        }
        return addresses.compactMap { address in names[address].map { RecordReference(id: address, name: $0) } }
    }
}

extension Connection {
    /// Calls a closure with each link from a page of records. The query returns an owner among ?1, and the ID and name
    /// of a linked record.
    func forEachLink(
        _ sql: String, to kind: Kind, of owners: WantedIDs, _ use: (Int64, RecordReference) -> Void
    ) throws {
        try forEach(sql, binding: owners.value) { row in
            use(row[0], RecordReference(id: RecordID(kind: kind, number: row[1]), name: row[2]))
        }
    }
}

extension Dictionary where Key == Int64, Value: RecordLinks {
    /// Sets a property of each owner’s links.
    mutating func set<Links>(_ property: WritableKeyPath<Value, Links>, to links: [Int64: Links]) {
        for (owner, links) in links { self[owner, default: Value()][keyPath: property] = links }
    }
}

/// A record type with a table, for functions that work with records of any kind.
protocol StoredRecord: Recordable {
    static var table: RecordTable<Self> { get }
}

extension Person: StoredRecord { static var table: RecordTable<Person> { Tables.persons } }
extension Group: StoredRecord { static var table: RecordTable<Group> { Tables.groups } }
extension Planet: StoredRecord { static var table: RecordTable<Planet> { Tables.planets } }
extension Note: StoredRecord { static var table: RecordTable<Note> { Tables.notes } }

extension Kind {
    /// The content type of records of this kind.
    var content: any StoredRecord.Type {
        switch self {
        case .person: Person.self
        case .group: Group.self
        case .planet: Planet.self
        case .note: Note.self
        }
    }
}

extension Tables {
    static let persons = RecordTable<Person>(
        name: "person",
        columns: Person.fieldColumns + [ContentColumn("photo", raw: \.photo)],
        lists: Person.fieldLists.map(\.keepingLinks) + [
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
        duplicateKeys: { PersonTraits($0).keys },
        completed: { $0.completed(replacing: $1) },
        searchLinks: homeAndGroups,
        searchTexts: { [searched = SearchedFields<Person>()] person in
            searched.texts(
                of: person, title: SearchText(name: person.name.display),
                otherNames: SearchText(
                    name: (person.otherNames + person.unspacedNames).joined(separator: " ")))
        },
        linkedTexts: { $0.searchTexts })

    @Sendable private static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Person.Links] {
        var links = try homeAndGroups(of: ids, in: connection)
        links.set(\.notes, to: try Link.notesAboutPersons.first(of: ids, in: connection))
        try JournalEntries(connection: connection).addLatest(of: ids, to: &links)
        links.set(\.smartGroups, to: try SmartGroup.groups(of: ids, .person, in: connection))
        try addRelatives(of: ids, to: &links, in: connection)
        return links
    }

    /// Loads only the links of relations.
    @Sendable static func relatives(of ids: [Int64], in connection: Connection) throws -> [Int64: Person.Links] {
        var links: [Int64: Person.Links] = [:]
        try addRelatives(of: ids, to: &links, in: connection)
        return links
    }

    private static func addRelatives(
        of ids: [Int64], to links: inout [Int64: Person.Links], in connection: Connection
    ) throws {
        let wanted = WantedIDs(ids)
        try connection.forEach(RelationLinks.relatives(of: wanted.condition), binding: wanted.value) { row in
            links[row[0], default: Person.Links()].relatives[row[1]] = RecordReference(
                id: RecordID(kind: .person, number: row[2]), name: row[3])
        }
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
            links[row[0], default: Person.Links()].groups.append(RecordReference(id: group, name: row[2]))
            links[row[0], default: Person.Links()].groupKinds[group] = row[3] as String?
        }
        return links
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

extension Tables {
    static let planets = RecordTable<Planet>(
        name: "planet",
        columns: Planet.fieldColumns + [ContentColumn("picture", raw: \.picture)],
        links: links,
        pastLinks: PastLinks.planet,
        usual: "planet.type <> 'fictional' AND planet.status <> 'retracted'",
        owned: { owner in
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
        },
        aliases: \.aliases,
        isCatalog: true,
        photo: \.picture)

    @Sendable private static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Planet.Links] {
        var links: [Int64: Planet.Links] = [:]
        let wanted = WantedIDs(ids)
        try connection.forEachLink(
            """
            SELECT planet.id, parent.id, parent.display_name
            FROM planet JOIN planet AS parent ON parent.name = planet.parent COLLATE NOCASE
            WHERE planet.id \(wanted.condition) AND planet.parent <> ''
            ORDER BY parent.id DESC
            """, to: .planet, of: wanted
        ) { links[$0, default: Planet.Links()].parent = $1 }
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
}

extension Tables {
    static let notes = RecordTable<Note>(
        name: "note",
        derived: DerivedColumn.standard(sortedBy: \.title) + [
            DerivedColumn("due_key") { note, _ in note.due?.description }
        ],
        links: links,
        pastLinks: PastLinks.note,
        owned: { subject in
            let condition =
                switch subject.kind {
                case .person: "note.id IN (\(JournalEntries.ofPerson))"
                case .group, .planet: "note.\(subject.kind.rawValue)_id = ?1"
                case .note: String?.none
                }
            return condition.map {
                Selection(
                    source: "note", condition: $0, branches: subject.kind == .person ? JournalEntries.branches : [],
                    parameter: subject.number)
            }
        },
        didChange: { changes, today, index in
            var update = LastContactUpdate(on: today, index)
            for change in changes {
                if let former = change.former { update.remove(former) }
                if let content = change.content { update.add(content, isNew: change.former == nil) }
            }
            try update.write()
        },
        searchLinks: links,
        linkedTexts: { ([$0.subject].compactMap(\.self) + $0.persons).map { .subject($0) } })

    /// Adds the notes that were entered together with records.
    static func addNotes<Content>(
        of records: some Sequence<(TypedRecordID<Content>, Content)>, on today: CivilDate, to index: SearchIndexer
    ) throws {
        let added = records.filter { !$1.noteToAdd.isEmpty }.map { id, content in
            var note = Note()
            (note.text, note.subject) = (content.noteToAdd, id.recordID)
            return note
        }
        guard !added.isEmpty else { return }
        for note in added { try RecordRules.check(note, in: notes) }
        _ = try notes.add(added, on: today, to: index)
    }

    @Sendable private static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Note.Links] {
        var links: [Int64: Note.Links] = [:]
        try connection.forEach(
            """
            SELECT note_id, kind, record_id, record_name FROM note_subject
            WHERE note_id IN (SELECT value FROM json_each(?1))
            """, binding: ids.json
        ) { row in
            let subject = RecordReference(id: RecordID(kind: try row[1], number: row[2]), name: row[3])
            links[row[0], default: Note.Links()].subject = subject
        }
        try connection.forEach(
            """
            SELECT note_id, person.id, person.display_name
            FROM note_person JOIN person ON person.id = note_person.person_id
            WHERE note_id IN (SELECT value FROM json_each(?1))
            ORDER BY note_id, position
            """, binding: ids.json
        ) { row in
            let person = RecordReference(id: RecordID(kind: .person, number: row[1]), name: row[2])
            let known = links[row[0], default: Note.Links()]
            // After two persons of an entry are merged, the entry refers to one person twice.
            if known.subject == person || known.persons.contains(person) { return }
            links[row[0], default: Note.Links()].persons.append(person)
        }
        return links
    }
}
