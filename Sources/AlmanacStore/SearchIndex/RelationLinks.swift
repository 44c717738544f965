import Interchange
import Model
import SQLite
import Text

/// The links of relations: the person that each relation refers to.
///
/// A relation is text, such as a name, a UID, an email address, or a phone number. It becomes a link when the text
/// identifies exactly one other person, and continues to refer to this person if they are renamed or merged.
struct RelationLinks {
    private static let batch = 1000

    let connection: Connection

    // MARK: - Linking

    /// Looks up the texts that are new, or that may identify a person who was added or changed.
    func update() throws {
        while true {
            let waiting = try connection.all(Self.waiting, binding: Self.batch) { row in
                (
                    person: row[0] as Int64, position: row[1] as Int64, value: row[2] as String,
                    target: row[3] as Int64?, exists: row[4] as Bool, card: row[5] as String?
                )
            }
            for row in waiting {
                let uids = row.card.map { ContactCard.relationUIDs(in: $0.split(separator: "\n").map(String.init)) }
                let text = RelationText(uids?.first { $0.text == row.value }?.uid ?? row.value)
                let target = row.exists ? row.target : try person(text, except: row.person) ?? row.target
                try connection.run(Self.link, binding: row.person, row.position, target, text.key)
            }
            if waiting.count < Self.batch { return }
        }
    }

    /// Marks the unlinked relations whose texts have the given keys, so that they are looked up.
    /// - Parameter areLost: Whether a person has lost the keys. Such a key may now identify exactly one other person. A
    ///   relation to a deleted person is not marked in this case, because the person can be restored.
    func lookUpAgain(_ keys: [String], in table: KeyTable, areLost: Bool = false) throws {
        guard try connection.hasRow(Self.anyKey) else { return }
        let texts = RelationText.keys(keys, in: table)
        if !texts.isEmpty { try connection.run(areLost ? Self.markUnlinked : Self.mark, binding: texts.json) }
    }

    /// Marks the unlinked relations whose texts are the UUIDs of persons who were added or restored. Duplicate keys
    /// contain only the UIDs of cards.
    func lookUpAgain(uuidsOf persons: [Int64]) throws {
        guard !persons.isEmpty else { return }
        let uuids = try connection.all(Self.uuids, binding: persons.json) { $0[0] as String }
        try connection.run(Self.mark, binding: uuids.map(CardTraits.key(ofUID:)).json)
    }

    /// Returns the other person that the text identifies, or `nil` unless it identifies exactly one.
    func person(_ text: RelationText, except owner: Int64) throws -> Int64? {
        let uid = CardUID.key(text.text)
        let identified =
            try connection.first(Self.ownerOfUID, binding: CardTraits.key(ofUID: uid)) { $0[0] as Int64 }
            ?? connection.first(Self.ownerOfUUID, { $0[1] = uid }) { $0[0] as Int64 }
        if let identified { return identified == owner ? nil : identified }
        let persons: [Int64]
        switch text.kind {
        case .uid: return nil
        case .email: persons = try connection.all(Self.ownersOfKey, binding: text.key, owner) { $0[0] }
        case .phone(let phone):
            let owners = try connection.all(Self.ownersOfPhones, binding: text.key, owner) { row in
                (person: row[0] as Int64, phone: LabeledPhone(Labeled("", row[1])))
            }
            persons = owners.filter { $0.phone?.isSame(as: phone) == true }.map(\.person).unique
        case .name(let key): persons = try connection.all(Self.named, binding: key, owner) { $0[0] }
        }
        return persons.count == 1 ? persons[0] : nil
    }

    // MARK: - Targets

    /// Returns the targets of a person’s relations, with the texts of the relations.
    func targets(of person: Int64) throws -> [(text: String, target: Int64)] {
        try connection.all(
            "SELECT value, target_id FROM person_relation WHERE person_id = ?1 AND target_id IS NOT NULL",
            binding: person
        ) { ($0[0], $0[1]) }
    }

    /// Links a person’s unlinked relations that have the given texts.
    func set(_ targets: [(text: String, target: Int64)], of person: Int64) throws {
        for link in targets {
            try connection.run(
                """
                UPDATE person_relation SET target_id = ?3, target_key = NULL
                WHERE person_id = ?1 AND value = ?2 AND target_id IS NULL
                """, binding: person, link.text, link.target)
        }
    }

    // MARK: - Reading

    /// Returns the linked relations of persons, and other persons’ relations that refer to them.
    func relations(of persons: [Int64], limit: Int) throws -> [PersonRelation] {
        try [Self.own, Self.inverse].flatMap { sql in
            try connection.all(sql, binding: persons.json, limit) { row in
                PersonRelation(
                    of: RecordReference(id: RecordID(kind: .person, number: row[0]), name: row[1]),
                    label: row[2],
                    to: RecordReference(id: RecordID(kind: .person, number: row[3]), name: row[4]))
            }
        }.unique
    }

    // MARK: - Statements

    /// An SQL expression for the ID of a relation’s linked person, or of the person into whom that person was merged.
    static let target = """
        (SELECT coalesce(
            (SELECT id FROM person WHERE id = person_relation.target_id),
            (SELECT heir_id FROM person_merge WHERE person_merge.person_id = person_relation.target_id)))
        """

    static let waiting = """
        SELECT person_id, position, value, target_id, \(target) IS NOT NULL,
            (SELECT group_concat(card.value, char(10)) FROM person_card AS card
            WHERE card.person_id = person_relation.person_id AND instr(card.value, 'X-ALMANAC-RELATED') > 0)
        FROM person_relation WHERE target_key IS NULL LIMIT ?1
        """

    static let markUnlinked = """
        UPDATE person_relation SET target_key = NULL
        WHERE target_key IN (SELECT value FROM json_each(?1)) AND target_id IS NULL
        """

    static let link = """
        UPDATE person_relation SET target_id = ?3, target_key = ?4 WHERE person_id = ?1 AND position = ?2
        """

    static let mark = """
        UPDATE person_relation SET target_key = NULL
        WHERE target_key IN (SELECT value FROM json_each(?1)) AND \(target) IS NULL
        """

    /// A query that returns a row if the text of any relation has been looked up.
    static let anyKey = "SELECT 1 FROM person_relation WHERE target_key IS NOT NULL"

    static let ownerOfUID = "SELECT person_id FROM trace WHERE key = ?1 ORDER BY person_id LIMIT 1"

    static let uuids = "SELECT uuid FROM json_each(?1) CROSS JOIN person ON person.id = value"

    static let ownerOfUUID = "SELECT id FROM person WHERE uuid = ?1"

    static let ownersOfKey = "SELECT person_id FROM trace WHERE key = ?1 AND person_id <> ?2 LIMIT 2"

    // Phone numbers of a company can have the same ending, so the whole numbers are compared.
    static let ownersOfPhones = """
        SELECT trace.person_id, person_phone.value
        FROM trace CROSS JOIN person_phone ON person_phone.person_id = trace.person_id
        WHERE key = ?1 AND trace.person_id <> ?2
        LIMIT 1000
        """

    static let named = """
        SELECT record_id FROM name_key WHERE key = ?1 AND kind = 'person' AND record_id <> ?2 LIMIT 2
        """

    /// Returns a query that selects the linked persons of relations.
    /// - Parameter condition: The condition for the ID of the person who has the relation.
    static func relatives(of condition: String) -> String {
        """
        SELECT person_id, value, target.id, target.display_name
        FROM person_relation JOIN person AS target ON target.id = \(target)
        WHERE person_id \(condition) AND target.id <> person_id
        """
    }

    static let own = """
        SELECT owner.id, owner.display_name, label, target.id, target.display_name
        FROM person_relation JOIN person AS owner ON owner.id = person_id
        JOIN person AS target ON target.id = \(target)
        WHERE person_id IN (SELECT value FROM json_each(?1)) AND target.id <> person_id
        ORDER BY person_id, position
        LIMIT ?2
        """

    static let inverse = """
        SELECT owner.id, owner.display_name, label, target.id, target.display_name
        FROM person_relation JOIN person AS owner ON owner.id = person_id
        JOIN person AS target ON target.id = \(target)
        WHERE target_id IN (
                SELECT value FROM json_each(?1)
                UNION ALL
                SELECT person_merge.person_id FROM json_each(?1) JOIN person_merge ON heir_id = value)
            AND target.id IN (SELECT value FROM json_each(?1)) AND target.id <> owner.id
        ORDER BY target_id, person_id, position
        LIMIT ?2
        """
}

/// The text of a relation, interpreted as a reference to a person.
struct RelationText {
    enum Kind {
        case uid
        case email
        case phone(LabeledPhone)
        /// A name, in its folded form.
        case name(String)
    }

    /// The text or, if it is a URI such as `mailto:` or `tel:`, its email address or phone number.
    let text: String
    let kind: Kind
    /// The key for finding the relation when a matching person is added or changed.
    let key: String

    init(_ value: String) {
        let value = value.trimmed
        let number = PhoneText.number(inURI: value)
        text = EmailAddress.address(inURI: value) ?? number ?? value
        let isDialed = number != nil || value.utf8.first == UInt8(ascii: "+")
        if value.lowercased().hasPrefix("urn:") || CardUID.isUUID(value) {
            (kind, key) = (.uid, CardTraits.key(ofUID: value))
        } else if let email = EmailAddress.duplicateKey(EmailAddress.cleaned(text)) {
            (kind, key) = (.email, PersonTraits.key(ofEmail: email))
        } else if isDialed, let phone = LabeledPhone(Labeled("", text)) {
            (kind, key) = (.phone(phone), phone.key)
        } else {
            // The family name can come first, as in “Flintstone, Wilma”.
            let parts = text.split(separator: ",", maxSplits: 1).map { String($0).trimmed }
            let name = NameKey.key(for: parts.reversed().joined(separator: " "))
            (kind, key) = (.name(name), Self.key(ofName: name))
        }
    }

    private static func key(ofName key: String) -> String { "name:\(key)" }

    /// Returns the keys of the texts that the given keys of persons can match.
    fileprivate static func keys(_ keys: [String], in table: KeyTable) -> [String] {
        switch table {
        case .names: keys.map(key(ofName:))
        case .duplicates: keys.flatMap(self.keys(ofDuplicateKey:))
        }
    }

    /// Returns the keys of the texts that a duplicate key of a person can match. A UID can be any text.
    private static func keys(ofDuplicateKey key: String) -> [String] {
        guard let scheme = ["uid:", "mail:", "tel:"].first(where: key.hasPrefix) else { return [] }
        return scheme == "uid:" ? [key, RelationText(String(key.dropFirst(scheme.count))).key] : [key]
    }
}
