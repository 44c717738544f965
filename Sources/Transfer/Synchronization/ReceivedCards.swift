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

    /// A contact whose record is not created yet.
    struct NewContact {
        fileprivate let person: Person
        fileprivate let uuid: String?
        fileprivate let card: ContactCard
    }

    /// Creates the record of a card.
    /// - Returns: The record, and whether it has content that the card does not have.
    func create(_ card: VCard, unlike linked: (RecordID) throws -> Bool) throws -> (record: RecordID, hasMore: Bool) {
        let contents = card.contents
        if contents.group != nil {
            try check(contents)
            let created = try groups.create(contents, unlike: linked)
            try CardNotes(connection: connection).add(contents.notes, about: created.record)
            return created
        }
        return (try create([contact(of: contents)])[0], false)
    }

    /// Returns the contact of a card that is not a group, and saves its photo.
    func contact(of contents: ContactCard) throws -> NewContact {
        try check(contents)
        var (card, person) = (contents, contents.person)
        person.photo = try card.photo.flatMap(photos.save)
        card.photo = nil
        if let name = card.planet { person.home = try planets.planet(name) }
        let uuid = try card.uid.map(CardUID.key).flatMap { uuid in
            try CardUID.isUUID(uuid) && connection.person(withUUID: uuid) == nil ? uuid : nil
        }
        return NewContact(person: person, uuid: uuid, card: card)
    }

    /// Creates the records of contacts.
    func create(_ contacts: [NewContact]) throws -> [RecordID] {
        let first = try Tables.persons.nextID(in: connection)
        let records = contacts.enumerated().map { NewRecord(id: first + Int64($0), uuid: $1.uuid, $1.person) }
        try Tables.persons.insert(records, into: connection)
        return try zip(records, contacts).map { person, contact in
            let record = RecordID(kind: .person, number: person.id)
            _ = try groups.known.change([], to: contact.card.categories, of: person.id)
            try CardNotes(connection: connection).replace([], with: contact.card.notes, about: record)
            if let uid = contact.card.uid { try groups.addMember(record, uid: uid) }
            return record
        }
    }

    /// Replaces the content of a record.
    /// - Parameter former: The card of the record.
    func replace(_ record: RecordID, _ former: VCard, with card: VCard) throws {
        let (before, after) = (former.contents, card.contents)
        try check(after)
        switch record.kind {
        case .group: try groups.replace(record, before, with: after)
        default: try replacePerson(record, (former, before), with: (card, after))
        }
        try CardNotes(connection: connection).replace(before.notes, with: after.notes, about: record)
    }

    private typealias ReadCard = (card: VCard, contents: ContactCard)

    private func replacePerson(_ record: RecordID, _ former: ReadCard, with new: ReadCard) throws {
        let (before, after) = (former.contents, new.contents)
        let present = try Tables.persons.fetch(record.number, from: connection)
        var person = present.content.changed(from: before.person, to: after.person)
        person.card = lines(of: present.content, former.card, new)
        if before.photo != after.photo { person.photo = try after.photo.flatMap(photos.save) }
        if before.planet != after.planet { person.home = try after.planet.flatMap(planets.planet) }
        try Tables.persons.update(present, to: person, in: connection)
        _ = try groups.known.change(before.categories, to: after.categories, of: record.number)
    }

    // A book may contain an older version than the record, which can represent less.
    /// Returns the lines of a person after a change of its card. If the versions differ, the lines have the later one, and
    /// only the changed properties are converted.
    private func lines(of person: Person, _ former: VCard, _ new: ReadCard) -> [String] {
        let own = VCard(keptBy: person)
        let versions = [own.version, new.card.version]
        guard !person.card.isEmpty, versions.contains(.v40), versions != [.v40, .v40] else {
            return new.contents.person.card
        }
        let merge = CardMerge(base: former, mine: own.replacingPhotos(with: former), theirs: new.card, in: .v40)
        return merge.card.contents.person.card
    }

    private func check(_ card: ContactCard) throws {
        if card.group == nil { try RecordRules.check(card.person, in: Tables.persons) }
        try ImportedRelations.check(card)
    }
}
