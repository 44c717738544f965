import Interchange
import Model
import SQLite
import Text

/// Lookups of persons by UID or UUID.
extension Connection {
    func person(withUUID uuid: String) throws -> Int64? {
        try first("SELECT id FROM person WHERE uuid = ?1", { $0[1] = uuid }) { $0[0] as Int64 }
    }

    /// Returns the ID of the person with this UID or UUID, if any.
    func person(withUID uid: String) throws -> Int64? {
        try DuplicateFinder(connection: self).owners(of: CardTraits.key(ofUID: uid), limit: 1).first
            ?? person(withUUID: CardUID.key(uid))
    }

    /// Returns the UID under which each person is exported: the person’s first UID that no older person has or, if
    /// there is none, the UUID.
    func uids(of persons: [Record<Person>]) throws -> [String] {
        let known = persons.map(\.content.knownUIDs)
        let owners = try owners(ofUIDs: Set(known.joined()))
        return zip(persons, known).map { person, uids in
            uids.first { owners[CardTraits.key(ofUID: $0), default: .max] >= person.id.rawValue } ?? person.uuid
        }
    }

    /// Returns the oldest owner of each UID, keyed by the duplicate key of the UID.
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

    /// Returns the ID of a person whom a group card lists by UID or by an email address that only one person has, or
    /// `nil` if no person matches.
    func person(asMember name: String) throws -> Int64? {
        if let person = try person(withUID: name) { return person }
        guard let email = Self.emailKey(ofMember: name) else { return nil }
        let owners = try DuplicateFinder(connection: self).owners(of: PersonTraits.key(ofEmail: email), limit: 2)
        return owners.count == 1 ? owners[0] : nil
    }

    /// Returns the duplicate keys that a group member listed under this name can have.
    static func keys(ofMember name: String) -> [String] {
        let email = emailKey(ofMember: name)
        return [CardTraits.key(ofUID: name)] + (email.map { [PersonTraits.key(ofEmail: $0)] } ?? [])
    }

    /// Returns the key of a member’s email address, or `nil` if the member is given by UID.
    private static func emailKey(ofMember name: String) -> String? {
        EmailAddress.address(inURI: name).flatMap(EmailAddress.duplicateKey)
    }

    private static let owners = "SELECT value, (SELECT min(person_id) FROM trace WHERE key = value) FROM json_each(?1)"

    private static let ownersByUUID = "SELECT uuid, id FROM person WHERE uuid IN (SELECT value FROM json_each(?1))"
}

extension Person {
    /// Adds UIDs, except for those that the person already has. If the person was exported under their own UUID, the
    /// UUID stays first.
    mutating func remember(_ others: [String], own uuid: String?) {
        if uids.isEmpty, others.isEmpty { return }
        let isOwnFirst = knownUIDs.isEmpty || uids.first == uuid
        var seen = Set([uuid, ContactCard.uid(in: card)].compactMap(\.self).map(CardUID.key))
        uids = (uids + others).filter { seen.insert(CardUID.key($0)).inserted }
        if isOwnFirst, let uuid, !uids.isEmpty { uids.insert(uuid, at: 0) }
    }
}
