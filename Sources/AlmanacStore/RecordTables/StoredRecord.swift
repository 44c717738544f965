import Interchange
import Model
import SQLite

/// A record type that is stored in a table.
protocol StoredRecord: Recordable {
    static var table: RecordTable<Self> { get }
    /// The names other than the title.
    var aliases: [String] { get }
    /// Text that no field shows, labeled with its title.
    var hiddenTexts: [Labeled<String>] { get }
    var photo: BlobID? { get }
    /// An error if the fields contradict each other, or `nil` otherwise.
    var contradiction: RecordProblem? { get }
    /// The keys for finding duplicates.
    var duplicateKeys: Set<String> { get }
    /// Returns the edited content, with its derived values and its card adapted to the edit.
    func completed(replacing former: Self) -> Self
    /// The version of the rules that read the fields from cards, which is stored in the column `card_version`; `nil` for
    /// kinds without this column.
    static var cardVersion: Int? { get }
    /// Returns the content with the values that an earlier version did not read from the card.
    func readingCardAgain() -> Self
    /// Returns a selection of the records that belong to another record; `nil` if none can belong to it.
    static func owned(by owner: RecordID) -> Selection?

    /// Loads the links of records, given the IDs of the records.
    static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Links]
    /// Loads the links of a past state, with current or last known names. Notes, journal entries, relatives, residents,
    /// and smart groups are excluded.
    func pastLinks(at moment: HistoryPoint, in connection: Connection) throws -> Links

    /// Loads the links to index for search.
    static func searchLinks(of ids: [Int64], in connection: Connection) throws -> [Int64: Links]
    /// Returns the text of the content to index.
    func searchTexts(of fields: SearchedFields<Self>) -> [SearchText]
    /// Returns the text of the links to index.
    static func searchTexts(of links: Links) -> [SearchText]
}

extension StoredRecord {
    var aliases: [String] { [] }
    var hiddenTexts: [Labeled<String>] { [] }
    var photo: BlobID? { nil }
    var contradiction: RecordProblem? { nil }
    var duplicateKeys: Set<String> { [] }
    func completed(replacing former: Self) -> Self { self }
    static var cardVersion: Int? { nil }
    func readingCardAgain() -> Self { self }
    static func searchLinks(of ids: [Int64], in connection: Connection) -> [Int64: Links] { [:] }
    func searchTexts(of fields: SearchedFields<Self>) -> [SearchText] { fields.texts(of: self) }
    static func searchTexts(of links: Links) -> [SearchText] { [] }
}

/// Functions for a kind that is known only at run time.
extension StoredRecord {
    static func delete(_ ids: [Int64], from connection: Connection) throws {
        try table.delete(ids, from: connection)
    }

    static func edited(since steps: [Int64: Step.ID], in connection: Connection) throws -> Set<Int64> {
        try table.edited(since: steps, in: connection)
    }

    static func titles(at moments: Set<HistoryPoint>, in connection: Connection) throws -> [HistoryPoint: String] {
        try table.titles(of: try table.pastWithoutLists(moments, in: connection), in: connection)
    }

    static func changes(
        at moments: [HistoryPoint], member: RecordID?, on connection: Connection
    ) throws -> [HistoryPoint: RecordChange] {
        try table.changes(at: moments, member: member, on: connection)
    }
}

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

extension Connection {
    /// Returns references to the records that exist, with current names, in the order of the IDs.
    func references(to recordIDs: [RecordID]) throws -> [RecordReference] {
        var names: [RecordID: String] = [:]
        for (kind, recordIDs) in Dictionary(grouping: recordIDs, by: \.kind) {
            try forEach(
                """
                SELECT id, display_name FROM \(kind.table)
                WHERE id IN (SELECT value FROM json_each(?1))
                """, binding: recordIDs.map(\.number).json
            ) { row in
                names[RecordID(kind: kind, number: row[0])] = row[1] as String
            }
        }
        return recordIDs.compactMap { recordID in names[recordID].map { RecordReference(id: recordID, name: $0) } }
    }
}

extension Dictionary where Key == Int64, Value: RecordLinks {
    /// Sets a property of each owner’s links.
    mutating func set<Links>(_ property: WritableKeyPath<Value, Links>, to links: [Int64: Links]) {
        for (owner, links) in links { self[owner, default: Value()][keyPath: property] = links }
    }
}

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
    /// The lines of the card as a single value. Older databases have one row per line.
    var cardText: [String] {
        // The card is stored in a single row, because the history stores each row separately.
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

extension Note: StoredRecord {
    static let table = RecordTable<Note>(
        derived: DerivedColumn.standard(sortedBy: \.title) + [
            DerivedColumn(name: "due_key") { note, _ in note.due?.description }
        ],
        didChange: { changes, today, index in
            var update = LastContactUpdate(on: today, index)
            for change in changes {
                if let former = change.former { update.remove(former) }
                if let content = change.content { update.add(content, isNew: change.former == nil) }
            }
            try update.write()
        })

    static func owned(by subject: RecordID) -> Selection? {
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
    }

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
        for note in added { try RecordRules.check(note) }
        _ = try table.add(added, on: today, to: index)
    }

    // MARK: - Links

    static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Links] {
        var links: [Int64: Links] = [:]
        try connection.forEach(
            """
            SELECT note_id, kind, record_id, record_name FROM note_subject
            WHERE note_id IN (SELECT value FROM json_each(?1))
            """, binding: ids.json
        ) { row in
            let subject = RecordReference(id: RecordID(kind: try row[1], number: row[2]), name: row[3])
            links[row[0], default: Links()].subject = subject
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
            let known = links[row[0], default: Links()]
            // After two persons of an entry are merged, the entry refers to one person twice.
            if known.subject == person || known.persons.contains(person) { return }
            links[row[0], default: Links()].persons.append(person)
        }
        return links
    }

    func pastLinks(at moment: HistoryPoint, in connection: Connection) throws -> Links {
        var links = Links()
        links.subject = try subject.map { try connection.pastReference(to: $0) }
        links.persons = try connection.pastReferences(to: persons.map(\.recordID))
        return links
    }

    static func searchLinks(of ids: [Int64], in connection: Connection) throws -> [Int64: Links] {
        try links(of: ids, in: connection)
    }

    static func searchTexts(of links: Links) -> [SearchText] {
        ([links.subject].compactMap(\.self) + links.persons).map { .subject($0) }
    }
}
