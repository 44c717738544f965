import Interchange
import Model
import SQLite

/// A builder of cards with their related records.
struct CardBuilder {
    let connection: Connection
    let blobs: PersistentDataStore

    /// The total size of photos in bytes after which a page ends.
    private static let photoBytes = 16 << 20

    /// Returns the cards of the given persons, up to the size limit for the photos of a page.
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

    /// Calls a closure with the card of each person that exists, in the given order, up to the size limit for the photos
    /// of a page.
    func forEachCard(
        of ids: [Int64], withPhotos: Bool, _ use: (Person.ID, ContactCard) throws -> Void,
        onMissingPhoto report: (Person, BlobProblem) throws -> Void
    ) throws {
        let notes = try notes(about: ids, .person)
        let groups = try groups(with: ids)
        let planets = PlanetsByName(connection: connection)
        var bytes = 0
        let records = try Tables.persons.fetch(ids, from: connection)
        for (record, uid) in zip(records, try connection.uids(of: records)) where bytes < Self.photoBytes {
            var card = ContactCard()
            card.person = record.content
            card.uid = uid
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
            card.revised = record.modified
            bytes += card.photo?.bytes.count ?? 0
            try use(record.id, card)
        }
    }

    /// Returns the name of the home planet, as in the card if possible. Unknown and ambiguous names are kept.
    private func planet(of record: Record<Person>, _ planets: PlanetsByName) throws -> String? {
        let home = record.links.home?.name
        guard let name = ContactCard.planet(in: record.content.card) else { return home }
        let planet = try planets.planet(name)
        if home == nil { return planet == nil ? name : nil }
        return planet == record.content.home ? name : home
    }

    /// Returns the notes about records of one kind, by record ID.
    private func notes(about ids: [Int64], _ kind: Kind) throws -> [Int64: [String]] {
        let subject = "\(kind.rawValue)_id"
        var notes: [Int64: [String]] = [:]
        try connection.forEach(
            """
            SELECT \(subject), topic, text FROM note
            WHERE \(subject) IN (SELECT value FROM json_each(?1))
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
            let group = try Tables.groups.fetch(id, tied: Tables.groups.withoutLinks, from: connection)
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
            { $0[1] = persons.json }
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
