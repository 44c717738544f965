import AlmanacStore
import Model
import SQLite
import Text

/// Who is known by what.
extension Connection {
    /// By the person's own.
    func person(withUUID uuid: String) throws -> Int64? {
        try first("SELECT id FROM person WHERE uuid = ?1", { $0[1] = uuid }) { $0[0] as Int64 }
    }

    /// By any that it is known by.
    func person(withUID uid: String) throws -> Int64? {
        try DuplicateFinder(connection: self).owners(of: CardTraits.key(ofUID: uid), limit: 1).first
            ?? person(withUUID: CardUID.key(uid))
    }

    /// The UIDs under which persons are given out: the first that nobody who was here before is known by, or else their own.
    func uids(of persons: [Record<Person>]) throws -> [String] {
        let known = persons.map(\.content.knownUIDs)
        let owners = try owners(ofUIDs: Set(known.joined()))
        return zip(persons, known).map { person, uids in
            uids.first { owners[CardTraits.key(ofUID: $0), default: .max] >= person.id.rawValue } ?? person.uuid
        }
    }

    /// Who was the first to be known by each, by the trace of the UID.
    private func owners(ofUIDs uids: Set<String>) throws -> [String: Int64] {
        var owners: [String: Int64] = [:]
        try forEach(Self.owners, binding: Set(uids.map(CardTraits.key(ofUID:))).json) { row in
            owners[row[0]] = row[1] as Int64?
        }
        try forEach(Self.ownersByUUID, binding: Set(uids.map(CardUID.key)).json) { row in
            let duplicateKey = CardTraits.key(ofUID: row[0])
            owners[duplicateKey] = min(owners[duplicateKey] ?? .max, row[1])
        }
        return owners
    }

    /// Whom the card of a group calls a member: by a UID, or by an e-mail address that nobody else has.
    func person(asMember name: String) throws -> Int64? {
        if let person = try person(withUID: name) { return person }
        guard name.lowercased().hasPrefix("mailto:"), let email = EmailAddress.key(name.trimmed) else { return nil }
        let owners = try DuplicateFinder(connection: self).owners(of: PersonTraits.key(ofEmail: email), limit: 2)
        return owners.count == 1 ? owners[0] : nil
    }

    // MARK: - Statements

    private static let owners = "SELECT value, (SELECT min(person_id) FROM trace WHERE key = value) FROM json_each(?1)"

    private static let ownersByUUID = "SELECT uuid, id FROM person WHERE uuid IN (SELECT value FROM json_each(?1))"
}
