import Model
import SQLite

/// Who is known by what.
extension Connection {
    /// By the person's own.
    func person(withUUID uuid: String) throws -> Int64? {
        try first("SELECT id FROM person WHERE uuid = ?1", { $0[1] = uuid }) { $0[0] as Int64 }
    }

    /// By any that it is known by.
    func person(withUID uid: String) throws -> Int64? {
        try DuplicateFinder(connection: self).owners(of: CardTraits.trace(ofUID: uid), limit: 1).first
            ?? person(withUUID: CardTraits.bare(uid))
    }

    /// The UID under which a person is given out: the own one, too, if others know somebody before by all that they know
    /// the person by.
    func uid(of person: Record<Person>) throws -> String {
        try person.content.knownUIDs.first { uid in
            try self.person(withUID: uid) ?? person.id.rawValue == person.id.rawValue
        } ?? person.uuid
    }

    /// Whom the card of a group calls a member: by a UID, or by an e-mail address that nobody else has.
    func person(asMember name: String) throws -> Int64? {
        if let person = try person(withUID: name) { return person }
        guard name.lowercased().hasPrefix("mailto:"), let email = EmailKey.of(name) else { return nil }
        let owners = try DuplicateFinder(connection: self).owners(of: PersonTraits.trace(ofEmail: email), limit: 2)
        return owners.count == 1 ? owners[0] : nil
    }
}
