import Interchange
import Model
import SQLite

/// A builder of the cards of persons and groups, including their related records.
struct CardBuilder {
    let connection: Connection
    let blobs: PersistentDataStore

    /// The total photo size, in bytes, at which a page ends.
    private static let photoBytes = 16 << 20

    /// Returns the cards of the given persons, up to the photo size limit for a page.
    func cards(of ids: [Int64], withPhotos: Bool) throws -> ExportPage {
        var page = ExportPage()
        try forEachCard(of: ids, withPhotos: withPhotos) { id, card in
            page.cards.append(card)
            page.persons.append(id)
            page.last = id
        } onMissingPhoto: { person, problem in
            page.losses.append(
                CardLoss(title: person.title, property: "PHOTO", sentence: problem.explanation.sentences.joined()))
        }
        return page
    }

    /// Calls a closure with the card of each person that exists, in the given order, up to the photo size limit for a
    /// page.
    func forEachCard(
        of ids: [Int64], withPhotos: Bool, _ use: (Person.ID, ContactCard) throws -> Void,
        onMissingPhoto report: (Person, BlobProblem) throws -> Void
    ) throws {
        let notes = try notes(about: ids, .person)
        let groups = try groups(with: ids)
        let planets = PlanetsByName(connection: connection)
        var bytes = 0
        let records = try Person.table.fetch(ids, from: connection)
        for (record, uid) in zip(records, try connection.uids(of: records)) where bytes < Self.photoBytes {
            var card = ContactCard()
            card.person = record.content
            card.uid = uid
            card.record = RecordVersion(record.recordID, version: record.version)
            do throws(BlobProblem) {
                if withPhotos, let photo = record.content.photo { card.photo = try blobs.load(photo, as: Photo.self) }
            } catch {
                try report(record.content, error)
            }
            card.notes = notes[record.id.rawValue, default: []]
            let names = groups[record.id.rawValue, default: []]
            card.categories = names.map(\.name)
            card.groupsWithCards = Set(names.filter(\.hasCard).map(\.name))
            card.planet = try planet(of: record, planets)
            card.relationUIDs = try relationUIDs(of: record)
            card.revised = record.modified
            bytes += card.photo?.bytes.count ?? 0
            try use(record.id, card)
        }
    }

    /// Returns the UIDs of related persons whom the text of the relation does not identify, for example because they
    /// were renamed.
    private func relationUIDs(of record: Record<Person>) throws -> [RelationUID] {
        let links = RelationLinks(connection: connection)
        return try record.content.relations.map(\.value).unique.compactMap { text in
            guard let target = record.links.relatives[text]?.id.number,
                try links.person(RelationText(text), except: record.id.rawValue) != target
            else { return nil }
            let person = try Person.table.fetch(target, tied: nil, from: connection)
            return try connection.uids(of: [person]).first.flatMap { RelationUID(text, uid: $0) }
        }
    }

    /// Returns the name of the home planet, spelled as on the card if possible. For a person without a home planet,
    /// returns the name on the card if the name is unknown or ambiguous, or `nil` otherwise.
    private func planet(of record: Record<Person>, _ planets: PlanetsByName) throws -> String? {
        let home = record.links.home?.name
        guard let name = ContactCard.planet(in: record.content.card) else { return home }
        let planet = try planets.planet(name)
        if home == nil { return planet == nil ? name : nil }
        return planet == record.content.home ? name : home
    }

    /// Returns the card texts of the notes about records of one kind, by record ID. Private notes are omitted.
    private func notes(about ids: [Int64], _ kind: Kind) throws -> [Int64: [String]] {
        let subject = "\(kind.rawValue)_id"
        var notes: [Int64: [String]] = [:]
        try connection.forEach(
            """
            SELECT \(subject), topic, text FROM note
            WHERE \(subject) IN (SELECT value FROM json_each(?1)) AND \(Note.isOnCards)
            ORDER BY \(subject), id
            """, binding: ids.json
        ) { row in
            var note = Note()
            note.topic = row[1]
            note.text = row[2]
            notes[row[0], default: []].append(note.cardText)
        }
        return notes
    }

    private func groups(with ids: [Int64]) throws -> [Int64: [(name: String, hasCard: Bool)]] {
        var groups: [Int64: [(name: String, hasCard: Bool)]] = [:]
        try connection.forEach(Self.groups, binding: ids.json) { row in
            groups[row[0], default: []].append((row[1], row[2]))
        }
        return groups
    }

    func groups(of selection: ExportSelection) throws -> [ContactCard] {
        switch selection {
        case .all: try groups(connection.all(Self.groupsOfPersons) { $0[0] as Int64 })
        case .persons(let ids): try groups(groupIDs(with: ids.map(\.rawValue)))
        }
    }

    func groups(_ ids: [Int64]) throws -> [ContactCard] {
        let notes = try notes(about: ids, .group)
        return try ids.map { id in
            let group = try Group.table.fetch(id, tied: nil, from: connection)
            let saved = SavedSearch(of: id, as: group.content)
            var card = ContactCard(lines: group.content.card)
            card.uid = card.uid ?? group.uuid
            card.revised = group.modified
            card.group = CardGroup(
                name: group.content.name,
                members: try GroupMembers(connection: connection).names(
                    of: id, saved, listed: card.group?.members ?? []),
                summary: group.content.summary)
            card.notes = notes[id, default: []]
            return card
        }
    }

    private func groupIDs(with persons: [Int64]) throws -> [Int64] {
        try connection.all(
            "SELECT DISTINCT group_id FROM membership WHERE person_id IN (SELECT value FROM json_each(?1))",
            binding: persons.json
        ) { $0[0] as Int64 }.sorted()
    }

    static let groupsOfPersons = "SELECT id FROM people_group WHERE planet_filter IS NULL ORDER BY id"

    static let groups = """
        SELECT person_id, name, EXISTS (SELECT 1 FROM group_card WHERE group_card.group_id = membership.group_id)
        FROM membership JOIN people_group ON people_group.id = group_id
        WHERE person_id IN (SELECT value FROM json_each(?1))
        ORDER BY person_id, group_id
        """
}

/// A reader of the members to list on a group’s card.
struct GroupMembers {
    let connection: Connection

    /// Returns the members of a group as its card lists them, followed by the UIDs of the other members. Unknown
    /// members on the card are kept. Deleted persons and persons who are no longer members are omitted.
    ///
    /// - Parameters:
    ///   - saved: The search or filter of a smart group.
    ///   - listed: The members that the card lists.
    func names(of group: Int64, _ saved: SavedSearch?, listed: [String]) throws -> [String] {
        let members = try members(of: group, saved)
        let persons = try listed.map(connection.person(asMember:))
        let deleted = try persons.contains(nil) ? deletedMembers(of: group) : []
        let (present, known) = (Set(members), Set(persons.compactMap(\.self)))
        let kept = zip(listed, persons).filter { name, person in
            person.map(present.contains) ?? Connection.keys(ofMember: name).allSatisfy { !deleted.contains($0) }
        }
        return try kept.map(\.0) + uids(of: members.filter { !known.contains($0) })
    }

    private func members(of group: Int64, _ saved: SavedSearch?) throws -> [Int64] {
        try saved.map { try SmartGroup.persons(matching: $0, in: connection) }
            ?? connection.all(Self.members, binding: group) { $0[0] as Int64 }
    }

    /// Returns the duplicate keys of the former members who were deleted.
    private func deletedMembers(of group: Int64) throws -> Set<String> {
        let former = try connection.all(Self.formerMembers, binding: group) { $0[0] as Int64 }.unique
        return try Person.table.deleted(former, in: connection).reduce(into: []) { keys, person in
            keys.formUnion(PersonTraits(person.content).keys)
            keys.insert(CardTraits.key(ofUID: person.uuid))
        }
    }

    private func uids(of members: [Int64]) throws -> [String] {
        try stride(from: 0, to: members.count, by: 500).flatMap { start in
            let page = Array(members[start..<min(start + 500, members.count)])
            let persons = try Person.table.fetch(page, tied: nil, from: connection)
            return try connection.uids(of: persons)
        }
    }

    static let members = """
        SELECT person_id FROM membership
        WHERE group_id = ?1
        ORDER BY position, person_id
        """

    static let formerMembers = """
        SELECT person_id FROM change
        CROSS JOIN membership_past ON change_id = change.id AND is_new = 0
        WHERE kind = 'group' AND record_id = ?1 AND table_name = 'membership'
            AND NOT EXISTS (SELECT 1 FROM person WHERE id = person_id)
        """
}

/// The home planets that cards name. Each name is looked up once.
final class PlanetsByName {
    private let connection: Connection
    private var planets: [String: Planet.ID?] = [:]

    init(connection: Connection) { self.connection = connection }

    /// Returns the ID of the planet with this name, or `nil` if there is not exactly one.
    func planet(_ name: String) throws -> Planet.ID? {
        if let known = planets[name] { return known }
        let named = try Planet.table.named(name, in: connection)
        let planet = named.count == 1 ? Planet.ID(named[0].id) : nil
        planets[name] = .some(planet)
        return planet
    }
}

/// The former versions of cards: those that were exported, and those that an import, synchronization, or merge
/// replaced. An imported card may be based on one of them.
struct FormerCards {
    /// The number of versions to keep for each person.
    private static let limit = 20

    let connection: Connection

    /// Returns the former versions of a person’s card, oldest first.
    func cards(of person: Person.ID) throws -> [FormerCard] {
        try connection.all(Self.cards, binding: person) { row in
            (text: row[0] as [UInt8], photo: (row[1] as String?).flatMap(BlobID.init(rawValue:)))
        }.compactMap { text, photo in (try? VCard(text)).map { FormerCard(card: $0, photo: photo) } }
    }

    /// Stores a version of a person’s card, unless it is already stored. The oldest version above the limit is removed.
    func insert(_ version: FormerCard, of person: Person.ID) throws {
        let (text, photo) = (version.card.text, version.photo?.rawValue)
        let isKnown = try connection.hasRow(
            "SELECT 1 FROM former_card WHERE person_id = ?1 AND card = ?2 AND photo IS ?3", binding: person, text, photo
        )
        if isKnown { return }
        try connection.run(
            "INSERT INTO former_card (person_id, card, photo) VALUES (?1, ?2, ?3)", binding: person, text, photo)
        try connection.run(Self.removal, binding: person, Self.limit)
    }

    /// Stores a person’s card before another card replaces it or is merged into it.
    func insert(cardOf person: Record<Person>) throws {
        if person.content.card.isEmpty { return }
        try insert(FormerCard(card: VCard(keptBy: person.content), photo: nil), of: person.id)
    }

    static let cards = "SELECT card, photo FROM former_card WHERE person_id = ?1 ORDER BY id"

    static let removal = """
        DELETE FROM former_card
        WHERE person_id = ?1 AND id <= (
            SELECT id FROM former_card WHERE person_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
        """
}
