import AlmanacStore
import Interchange
import Model
import SQLite
import Sync

/// A writer of received cards into records, in the caller’s transaction.
///
/// Only the values in which a card differs from the former card of the record are written, so that values that a card
/// cannot represent are kept.
struct ReceivedCards {
    let connection: Connection
    let photos: ImportedPhotos
    let groups: ReceivedGroups
    private let planets: PlanetsByName

    init(_ connection: Connection, photos: ImportedPhotos, waiting: WaitingMembers) {
        (self.connection, self.photos) = (connection, photos)
        groups = ReceivedGroups(connection: connection, waiting: waiting)
        planets = PlanetsByName(connection: connection)
    }

    /// Creates the record of a card.
    /// - Returns: The record, and whether it has content that the card does not have.
    func create(_ card: VCard, unlike linked: (RecordID) throws -> Bool) throws -> (record: RecordID, hasMore: Bool) {
        var contents = card.contents
        if contents.group != nil { return try groups.create(contents, unlike: linked) }
        try check(contents)
        var person = contents.person
        person.photo = try contents.photo.flatMap(photos.save)
        contents.photo = nil
        if let name = contents.planet { person.home = try planets.planet(name) }
        let uuid = try contents.uid.map(CardUID.key).flatMap { uuid in
            try CardUID.isUUID(uuid) && connection.person(withUUID: uuid) == nil ? uuid : nil
        }
        let record = RecordID(kind: .person, number: try Tables.persons.insert(person, uuid: uuid, into: connection))
        try groups.change([], to: contents.categories, of: record)
        for text in contents.notes { try insert(text, about: record) }
        if let uid = contents.uid { try groups.addMember(record, uid: uid) }
        return (record, false)
    }

    /// Replaces the content of a record.
    /// - Parameter former: The card of the record.
    func replace(_ record: RecordID, _ former: VCard, with card: VCard) throws {
        let (before, after) = (former.contents, card.contents)
        try check(after)
        switch record.kind {
        case .group: try groups.replace(record, before, with: after)
        default: try replacePerson(record, before, with: after)
        }
        try replaceNotes(of: record, before.notes, with: after.notes)
    }

    private func replacePerson(_ record: RecordID, _ before: ContactCard, with after: ContactCard) throws {
        let present = try Tables.persons.fetch(record.number, from: connection)
        var person = present.content
        for field in Person.fields where field.read(before.person) != field.read(after.person) {
            field.copy(from: after.person, to: &person)
        }
        person.card = after.person.card
        if before.photo != after.photo { person.photo = try after.photo.flatMap(photos.save) }
        if before.planet != after.planet { person.home = try after.planet.flatMap(planets.planet) }
        try Tables.persons.update(present, to: person, in: connection)
        try groups.change(before.categories, to: after.categories, of: record)
    }

    private func check(_ card: ContactCard) throws {
        if card.group == nil { try RecordRules.check(card.person, in: Tables.persons) }
        try ImportedRelations.check(card)
    }

    // MARK: - Notes

    /// Replaces the notes that differ. A changed note remains the same record.
    private func replaceNotes(of record: RecordID, _ before: [String], with after: [String]) throws {
        if before == after { return }
        var (removed, added) = (before, after)
        for text in before {
            guard let place = added.firstIndex(of: text), let own = removed.firstIndex(of: text) else { continue }
            added.remove(at: place)
            removed.remove(at: own)
        }
        for (number, text) in removed.enumerated() {
            let new = number < added.count ? added[number] : nil
            switch (try note(text, about: record), new) {
            case (let note?, let new?):
                let present = try Tables.notes.fetch(note, tied: Tables.notes.withoutLinks, from: connection)
                try Tables.notes.update(present, to: Note(card: new, about: record), in: connection)
            case (let note?, nil): try Tables.notes.delete([note], from: connection)
            case (nil, let new?): try insert(new, about: record)
            case (nil, nil): break
            }
        }
        for text in added.dropFirst(removed.count) { try insert(text, about: record) }
    }

    private func note(_ text: String, about record: RecordID) throws -> Int64? {
        let note = Note(card: text)
        return try connection.first(
            "SELECT id FROM note WHERE \(record.kind.rawValue)_id = ?1 AND topic = ?2 AND text = ?3 ORDER BY id LIMIT 1",
            binding: record.number, note.topic, note.text
        ) { $0[0] }
    }

    private func insert(_ text: String, about record: RecordID) throws {
        _ = try Tables.notes.insert(Note(card: text, about: record), into: connection)
    }
}
