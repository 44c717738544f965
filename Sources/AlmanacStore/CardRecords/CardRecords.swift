import Interchange
import Localization
import Model
import SQLite
import Synchronization

/// A writer that creates and updates records from cards in the caller’s transaction: contacts and groups with their
/// photos, home planets, notes, and members. Used for imports, synchronization, and conflict resolution.
struct CardRecords {
    let connection: Connection
    let photos: ImportedPhotos
    let groups: CardGroups
    let notes: CardNotes
    private let planets: PlanetsByName

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - waiting: The members that group cards list but that are not known yet.
    ///   - noteEntries: The index entries of new notes, or `nil` if the index is updated later.
    ///   - hasCardInBook: A closure that returns whether a group has a group card in the synchronized book.
    init(
        _ connection: Connection, photos: ImportedPhotos, waiting: WaitingMembers = WaitingMembers(),
        noteEntries: NewEntries<Note>? = nil, hasCardInBook: @escaping (Int64) throws -> Bool = { _ in false }
    ) {
        (self.connection, self.photos) = (connection, photos)
        groups = CardGroups(connection: connection, waiting: waiting, hasCardInBook: hasCardInBook)
        notes = CardNotes(connection: connection, entries: noteEntries)
        planets = PlanetsByName(connection: connection)
    }

    /// The changes to related records.
    struct Relations {
        /// The number of new notes.
        var notes = 0
        /// The names of smart groups to which the person could not be added.
        var searches: [String] = []
    }

    /// Validates the related records of a card and, if it is a group card, the group.
    static func check(_ card: ContactCard) throws(RecordProblem) {
        for category in card.categories { try RecordRules.check(Group(named: category)) }
        if card.group != nil { try RecordRules.check(Group(card: card)) }
        for note in card.notes { try RecordRules.check(Note(card: note)) }
    }

    // MARK: - Contacts

    /// Returns the contact of a card with its home planet, and saves its photo.
    func contact(of card: ContactCard) throws -> CardContact {
        try Self.check(card)
        var contact = try CardContact(card, photos: photos)
        contact.person.home = try home(of: card)
        return contact
    }

    /// Returns the home planet that a card names, or `nil` if it is missing, unknown, or ambiguous.
    func home(of card: ContactCard) throws -> Planet.ID? { try card.planet.flatMap(planets.planet) }

    func create(_ contacts: [CardContact]) throws -> [RecordID] {
        let first = try Person.table.nextID(in: connection)
        let records = try contacts.enumerated().map { number, contact in
            let uuid = try contact.uuid.flatMap { try connection.person(withUUID: $0) == nil ? $0 : nil }
            return NewRecord(id: first + Int64(number), uuid: uuid, contact.person)
        }
        _ = try insert(records, of: contacts.map(\.card))
        return records.map { RecordID(kind: .person, number: $0.id) }
    }

    /// Inserts persons with the related records of their cards.
    func insert(_ persons: [NewRecord<Person>], of cards: [ContactCard]) throws -> [Relations] {
        if !persons.isEmpty { try Person.table.insert(persons, into: connection) }
        let relations = try zip(persons, cards).map { person, card in
            if let uid = card.uid { try groups.addMember(person.id, uid: uid) }
            return try addRelations(of: card, to: person.id, isNew: true)
        }
        try notes.flush()
        return relations
    }

    /// Adds the groups and notes of a card to a person.
    ///
    /// - Parameter isNew: Whether the person has just been added and has no notes.
    func addRelations(of card: ContactCard, to person: Int64, isNew: Bool = false) throws -> Relations {
        let searches = try groups.change([], to: card.categories, of: person)
        let record = RecordID(kind: .person, number: person)
        return Relations(notes: try notes.add(card.notes, about: record, isNew: isNew), searches: searches)
    }

    /// Validates and saves a changed person. If the card has changed, its former version is stored.
    func change(_ present: Record<Person>, to person: Person) throws {
        try RecordRules.check(person)
        if person.card != present.content.card { try FormerCards(connection: connection).insert(cardOf: present) }
        try Person.table.update(present, to: person, in: connection)
    }

    /// Applies the differences in groups and notes between two versions of a card to a person.
    func changeRelations(_ before: ContactCard, to after: ContactCard, of person: Int64) throws -> Relations {
        let searches = try groups.change(before.categories, to: after.categories, of: person)
        let record = RecordID(kind: .person, number: person)
        return Relations(
            notes: try notes.replace(before.notes, with: after.notes, about: record), searches: searches)
    }

    /// Returns whether a person already has all related records of a card.
    func has(_ card: ContactCard, _ person: Int64) throws -> Bool {
        try isInGroups(of: card, person) && hasNotes(of: card, person)
    }

    /// Returns which related records a card has but a person lacks, by title: groups, notes, both, or none.
    func missing(_ card: ContactCard, _ person: Int64) throws -> [Title] {
        let groups: [Title] = try isInGroups(of: card, person) ? [] : ["Groups"]
        return try hasNotes(of: card, person) ? groups : groups + ["Notes"]
    }

    private func isInGroups(of card: ContactCard, _ person: Int64) throws -> Bool {
        try card.categories.allSatisfy { category in
            guard let group = try groups.known(named: category) else { return false }
            return try group.isSearch || groups.isMember(person, of: group.id)
        }
    }

    private func hasNotes(of card: ContactCard, _ person: Int64) throws -> Bool {
        let record = RecordID(kind: .person, number: person)
        return try card.notes.allSatisfy { try notes.has($0, about: record) }
    }

    // MARK: - Groups

    /// Adds a group card: the group, its notes, and its members.
    ///
    /// - Parameter isUsable: A closure that returns whether an existing group may receive the card.
    func addGroup(
        of card: ContactCard, isUsable: (RecordID) throws -> Bool = { _ in true }
    ) throws -> (group: CardGroups.Known, notes: Int, unknownMembers: [String]) {
        try Self.check(card)
        let group = try groups.group(of: card, isUsable: isUsable)
        let added = try notes.add(card.notes, about: RecordID(kind: .group, number: group.id))
        return (group, added, try groups.addMembers(of: card, to: group))
    }

    // MARK: - Versions of a card

    /// Creates the record of a card, or adds a group card to an existing group.
    ///
    /// - Parameter isUsable: A closure that returns whether an existing group may receive the card.
    /// - Returns: The record, and whether it may have content that the card does not have.
    func create(_ card: VCard, isUsable: (RecordID) throws -> Bool) throws -> (record: RecordID, hasMore: Bool) {
        let contents = card.contents
        guard contents.group != nil else { return (try create([contact(of: contents)])[0], false) }
        let added = try addGroup(of: contents) { try isUsable($0) && !groups.isSearch($0.number) }
        try notes.flush()
        return (RecordID(kind: .group, number: added.group.id), !added.group.isNew)
    }

    /// Replaces the content of a record. Only the values that differ between the former card of the record and the new
    /// card are written, so that values that a card cannot represent are kept.
    ///
    /// - Parameter former: The former card of the record.
    func replace(_ id: RecordID, _ former: VCard, with card: VCard) throws {
        let (before, after) = (former.contents, card.contents)
        try Self.check(after)
        switch id.kind {
        case .group:
            try groups.replace(id.number, before, with: after)
            _ = try notes.replace(before.notes, with: after.notes, about: id)
        default:
            try replacePerson(id, (former, before), with: (card, after))
            _ = try changeRelations(before, to: after, of: id.number)
        }
        try notes.flush()
    }

    private typealias ReadCard = (card: VCard, contents: ContactCard)

    private func replacePerson(_ id: RecordID, _ former: ReadCard, with new: ReadCard) throws {
        let (before, after) = (former.contents, new.contents)
        try RecordRules.check(after.person)
        let present = try Person.table.fetch(id.number, from: connection)
        var person = present.content.changed(from: before.person, to: after.person)
        person.card = lines(of: present.content, former.card, new)
        if before.photo != after.photo { person.photo = try after.photo.flatMap(photos.save) }
        if before.planet != after.planet { person.home = try home(of: after) }
        try change(present, to: person)
    }

    /// Returns the card lines of a person after a change to the card. If exactly one of the person’s own card and the
    /// new card has version 4.0, the lines have version 4.0, and only the changed properties are converted.
    private func lines(of person: Person, _ former: VCard, _ new: ReadCard) -> [String] {
        // The card in a book may have an older vCard version than the record, and older versions can represent less.
        let own = VCard(keptBy: person)
        let versions = [own.version, new.card.version]
        guard !person.card.isEmpty, versions.contains(.v40), versions != [.v40, .v40] else {
            return new.contents.person.card
        }
        let merge = CardMerge(base: former, mine: own.replacingPhotos(with: former), theirs: new.card, in: .v40)
        return merge.card.contents.person.card
    }
}

/// The contact of a card, prepared without using the database. Its photo is already saved.
struct CardContact: Sendable {
    /// The card, without the bytes of the photo, because many contacts may wait to be written.
    var card: ContactCard
    var person: Person
    /// The UID of the card, or `nil` if it is missing or not a UUID.
    let uuid: String?

    /// Creates the contact of a card and saves its photo.
    ///
    /// - Throws: `RecordProblem` if the person is invalid.
    init(_ card: ContactCard, photos: ImportedPhotos) throws {
        (self.card, person) = (card, card.person)
        // A CSV row has no lines that could contain the UID.
        if let uid = card.uid, person.card.isEmpty { person.uids = [uid] }
        try RecordRules.check(person)
        person.photo = try card.photo.flatMap(photos.save)
        self.card.photo = nil
        uuid = card.uid.map(CardUID.key).flatMap { CardUID.isUUID($0) ? $0 : nil }
    }
}

/// A writer of the notes on cards. Each note becomes a separate record, but a note that a card contains twice becomes
/// only one record.
final class CardNotes {
    private let connection: Connection
    /// The index entries of new notes, or `nil` if the index is updated later.
    private let entries: NewEntries<Note>?
    private var waiting: [Note] = []

    init(connection: Connection, entries: NewEntries<Note>?) {
        (self.connection, self.entries) = (connection, entries)
    }

    /// Adds the notes that a record does not have yet.
    ///
    /// - Parameter isNew: Whether the record has no notes.
    /// - Returns: The number of new notes.
    func add(_ texts: [String], about id: RecordID, isNew: Bool = false) throws -> Int {
        var count = 0
        for text in texts.unique where try isNew || !has(text, about: id) {
            waiting.append(Note(card: text, about: id))
            count += 1
        }
        return count
    }

    /// Replaces the notes that differ. A changed note remains the same record.
    ///
    /// - Returns: The number of new notes.
    func replace(_ before: [String], with after: [String], about id: RecordID) throws -> Int {
        if before == after { return 0 }
        try flush()
        // A pending index entry would become outdated.
        try entries?.write()
        var (removed, added) = (before, after)
        for text in before {
            guard let place = added.firstIndex(of: text), let own = removed.firstIndex(of: text) else { continue }
            added.remove(at: place)
            removed.remove(at: own)
        }
        var new: [String] = []
        for (number, text) in removed.enumerated() {
            let replacement = number < added.count ? added[number] : nil
            switch (try note(text, about: id), replacement) {
            case (let note?, let replacement?):
                let present = try Note.table.fetch(note, tied: nil, from: connection)
                try Note.table.update(present, to: Note(card: replacement, about: id), in: connection)
            case (let note?, nil): try Note.table.delete([note], from: connection)
            case (nil, let replacement?): new.append(replacement)
            case (nil, nil): break
            }
        }
        new = try (new + added.dropFirst(removed.count)).filter { try !has($0, about: id) }
        waiting += new.map { Note(card: $0, about: id) }
        return new.count
    }

    /// Writes the waiting notes.
    func flush() throws {
        guard !waiting.isEmpty else { return }
        let ids = try Note.table.insert(waiting, into: connection)
        try entries?.add(zip(ids, waiting.lazy.map { Note.table.entry(of: $0) }))
        waiting.removeAll(keepingCapacity: true)
    }

    /// Writes the waiting notes and their index entries.
    func finish() throws {
        try flush()
        try entries?.write()
    }

    /// Returns whether a record has a note with the given text. Private notes count, too.
    func has(_ text: String, about id: RecordID) throws -> Bool {
        // Another program can still have a copy of a note that has become private.
        if try waiting.contains(Note(card: text, about: id)) || note(text, about: id) != nil { return true }
        let words = text.split(whereSeparator: \.isWhitespace)
        // Other programs may have changed the spaces and line breaks.
        return try connection.all(
            "SELECT topic, text FROM note WHERE \(id.kind.rawValue)_id = ?1 AND NOT (\(Note.isOnCards))",
            binding: id.number
        ) { row in
            var entry = Note()
            (entry.topic, entry.text) = (row[0], row[1])
            return entry.cardText
        }.contains { $0.split(whereSeparator: \.isWhitespace) == words }
    }

    private func note(_ text: String, about record: RecordID) throws -> Int64? {
        let note = Note(card: text)
        return try connection.first(
            """
            SELECT id FROM note
            WHERE \(record.kind.rawValue)_id = ?1 AND topic = ?2 AND text = ?3 AND \(Note.isOnCards)
            ORDER BY id LIMIT 1
            """,
            binding: record.number, note.topic, note.text
        ) { $0[0] }
    }
}

/// A conversion between notes and the note texts of cards. In a note text, the topic is a Markdown heading.
extension Note {
    init(card text: String, about subject: RecordID? = nil) {
        self.init()
        self.subject = subject
        // Splits bytes, because a combining character at the start of a topic merges with the preceding space.
        let lines = text.utf8.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3, lines[0].starts(with: "# ".utf8), lines[0].count > 2, lines[1].isEmpty else {
            self.text = text
            return
        }
        topic = String(Substring(lines[0].dropFirst(2)))
        self.text = String(Substring(lines[2]))
    }

    /// The SQL condition for the notes that cards contain: those that are not private (``Note/isPrivate``).
    static let isOnCards = "note.date IS NULL AND note.kind = ''"

    var cardText: String { topic.isEmpty ? text : "# \(topic)\n\n\(text)" }
}

/// The photos of imported or synchronized cards. Their files are written before the records and removed if no records
/// are written.
final class ImportedPhotos: Sendable {
    let isDryRun: Bool
    let store: PersistentDataStore
    private let made = Mutex<Set<BlobID>>([])

    init(store: PersistentDataStore, isDryRun: Bool) {
        self.store = store
        self.isDryRun = isDryRun
    }

    /// Saves a photo, except in a dry run.
    ///
    /// - Returns: The ID of the photo, or `nil` if the photo is too large.
    func save(_ photo: Photo) throws -> BlobID? {
        guard photo.bytes.count <= BlobID.maximumBytes else { return nil }
        let (id, isNew) = try store.store(photo, isDryRun: isDryRun)
        if isNew { made.withLock { _ = $0.insert(id) } }
        return id
    }

    /// Returns the card of a contact with the bytes of its photo.
    func restored(_ contact: CardContact) -> ContactCard {
        var card = contact.card
        card.photo = contact.person.photo.flatMap { try? store.load($0, as: Photo.self) }
        return card
    }

    /// Removes the new photos after an error, unless the records may have been written.
    func discard(after error: any Error) {
        switch error as? StoreProblem {
        // `cleanUp` removes unused files later.
        case .savedUnconfirmed, .unknownOutcome: return
        default: discard()
        }
    }

    func discard() {
        for id in made.withLock({ $0 }) { store.remove(id) }
    }
}
