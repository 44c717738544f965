import Interchange
import Model
import SQLite

/// A matcher that finds the existing persons for cards.
struct CardMatcher {
    enum Match {
        case none
        /// A person with the same UID, card, or values, and the update of the person from the card.
        case sure(Record<Person>, PersonUpdate)
        /// A possible duplicate, and the same person with the card’s information added.
        case likely(Record<Person>, as: Person)
    }

    private static let limit = 24

    private let connection: Connection
    let finder: DuplicateFinder
    let rules: NameRules
    private let pending: PendingPersons
    private let cards: CardBuilder
    private let former: FormerCards
    /// The ID of the first person that this import adds. Imported rows are not matched with each other by similar
    /// names.
    let firstNew: Int64

    init(_ pending: PendingPersons, blobs: PersistentDataStore, connection: Connection) throws {
        self.connection = connection
        self.pending = pending
        cards = CardBuilder(connection: connection, blobs: blobs)
        former = FormerCards(connection: connection)
        finder = DuplicateFinder(connection: connection, pending: pending)
        rules = try NameRules(of: connection)
        firstNew = try Person.table.nextID(in: connection)
    }

    /// Matches a card with the existing persons.
    ///
    /// - Parameter flush: A closure that writes pending persons. It is called if a pending person may match.
    func match(_ incoming: IncomingCard, flush: () throws -> Void) throws -> Match {
        let keys = try finder.known(incoming.duplicateKeys)
        let uuids = try incoming.uuid.flatMap { try owner(ofUUID: $0) }.map { [$0] } ?? []
        guard !keys.isEmpty || !uuids.isEmpty else { return try namesake(of: incoming) }
        func records(_ ids: [Int64]) throws -> [Record<Person>] {
            if ids.contains(where: { pending[$0] != nil }) { try flush() }
            return try Person.table.fetch(ids, tied: nil, from: connection)
        }
        let known = try records(
            (owners(of: incoming.card.uid.map(CardTraits.key(ofUID:)), among: keys) + uuids).unique)
        let updates = try known.map { ($0, try update(of: $0, with: incoming)) }
        if let (person, update) = updates.first(where: { $1.person == $0.content }) ?? updates.first {
            return .sure(person, update)
        }
        let equal = try records(owners(of: incoming.traits.cardKey, among: keys))
        if let same = equal.first(where: { $0.content == incoming.content || incoming.isIn($0.content) }) {
            return .sure(same, try update(of: same, with: incoming))
        }
        let likely = try records(finder.likely(incoming.traits, sharing: keys)).lazy.map {
            ($0, incoming.added(to: $0))
        }
        let same = likely.first { $1 == $0.content && incoming.contradictions(of: $0.content).isEmpty }
        guard let (person, both) = same ?? likely.first else { return try namesake(of: incoming) }
        return .likely(person, as: both)
    }

    private func update(of person: Record<Person>, with incoming: IncomingCard) throws -> PersonUpdate {
        guard incoming.content.card.isEmpty || incoming.content.card != person.content.card,
            let mine = try cards.cards(of: [person.id.rawValue], withPhotos: false).cards.first
        else { return PersonUpdate(person: person.content, merge: nil) }
        return incoming.update(of: person, mine, former: try former.cards(of: person.id))
    }

    func sortKey(of incoming: IncomingCard) -> String { incoming.traits.sortKey(rules) }

    /// Returns a match with an identical person or, for a table row, with a person who may have the same name. There is
    /// no match for a card with a UID.
    private func namesake(of incoming: IncomingCard) throws -> Match {
        guard incoming.card.uid == nil else { return .none }
        let namesakes = try persons(
            connection.all(Self.namesakes, { ($0[1], $0[2]) = (sortKey(of: incoming), Self.limit) }) { $0[0] })
        if let identical = namesakes.first(where: incoming.isAll(of:)) {
            return .sure(identical, PersonUpdate(person: identical.content, merge: nil))
        }
        guard let name = incoming.nameWithoutMiddle else { return .none }
        let key = PersonTraits(name).sortKey(rules)
        let similar = try persons(
            connection.all(Self.similarNames, { ($0[1], $0[2], $0[3]) = (key, firstNew, Self.limit) }) { $0[0] })
        return similar.first { incoming.mayBe($0.content) }.map { .likely($0, as: incoming.added(to: $0)) } ?? .none
    }

    private func persons(_ ids: [Int64]) throws -> [Record<Person>] {
        try Person.table.fetch(ids, tied: nil, from: connection)
    }

    private func owners(of key: String?, among keys: Set<String>) throws -> [Int64] {
        guard let key, keys.contains(key) else { return [] }
        return try finder.owners(of: key)
    }

    func owner(ofUUID uuid: String) throws -> Int64? {
        try pending.owner(ofUUID: uuid) ?? connection.person(withUUID: uuid)
    }

    /// Registers the duplicate keys of an updated person, so that the following cards match the person.
    func register(_ duplicateKeys: Set<String>, of id: Int64) throws {
        finder.compared.forget(id)
        try connection.run("INSERT OR IGNORE INTO trace (key, person_id) SELECT value, ?2 FROM json_each(?1)") {
            ($0[1], $0[2]) = (duplicateKeys.json, id)
        }
    }

    static let namesakes = "SELECT id FROM person WHERE sort_key = ?1 ORDER BY id LIMIT ?2"

    /// A query for the persons with an ID below ?2 whose sort key begins with the words ?1. In sort order, the
    /// exclamation mark follows the space.
    static let similarNames = """
        SELECT id FROM person WHERE sort_key >= ?1 AND sort_key < ?1 || '!' AND id < ?2 ORDER BY sort_key, id LIMIT ?3
        """
}
