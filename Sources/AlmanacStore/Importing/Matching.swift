import Model
import SQLite

/// Finds who of the store a card is about.
struct Matching {
    enum Match {
        case none
        /// By the UID, or since nothing of the card differs.
        case sure(Record<Person>)
        case likely(Record<Person>)
    }

    private let connection: Connection
    private let finder: DuplicateFinder

    init(connection: Connection) {
        self.connection = connection
        finder = DuplicateFinder(connection: connection)
    }

    func match(_ incoming: Incoming) throws -> Match {
        let known = try known(by: incoming)
        if let same = known.first(where: { incoming.newer(than: $0).saysTheSame(as: $0.content) }) ?? known.first {
            return .sure(same)
        }
        let equal = try records(finder.owners(of: incoming.traits.card.trace))
        if let same = equal.first(where: { $0.content == incoming.content }) { return .sure(same) }
        let likely = try finder.likely(incoming.traits)
        if let same = likely.first(where: { incoming.beside($0).saysTheSame(as: $0.content) }) { return .likely(same) }
        return likely.first.map { .likely($0) } ?? .none
    }

    /// Those with its UID: on their card, or as their own.
    private func known(by incoming: Incoming) throws -> [Record<Person>] {
        guard let uid = incoming.card.uid else { return [] }
        var ids = try finder.owners(of: CardTraits.trace(ofUID: uid))
        if let uuid = incoming.uuid, let id = try connection.person(withUUID: uuid), !ids.contains(id) {
            ids.append(id)
        }
        return try records(ids)
    }

    private func records(_ ids: [Int64]) throws -> [Record<Person>] {
        try Tables.persons.fetch(ids, tied: Tables.persons.noTies, from: connection)
    }

    func isTaken(uuid: String) throws -> Bool { try connection.person(withUUID: uuid) != nil }

    /// Lets the next cards find the person, before the search index takes it in.
    func learn(_ traces: Set<String>, of id: Int64) throws {
        for trace in traces {
            try connection.run("INSERT OR IGNORE INTO trace (key, person_id) VALUES (?1, ?2)") {
                $0[1] = trace
                $0[2] = id
            }
        }
    }
}
