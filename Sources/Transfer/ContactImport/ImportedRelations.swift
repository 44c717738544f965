import AlmanacStore
import Interchange
import Localization
import Model
import SQLite

/// The related records of imported cards: notes, groups from categories, and groups from group cards. Group cards are
/// imported after all their members.
final class ImportedRelations {
    private let connection: Connection
    private let groups: ImportedGroups
    private var deferredGroups: [ContactCard] = []
    var groupsMade: Int { groups.made }
    private var notes: [Note] = []
    private let entries: NewEntries<Note>

    init(connection: Connection) throws {
        self.connection = connection
        groups = ImportedGroups(connection: connection)
        entries = try NewEntries(of: Tables.notes, in: SearchIndex(connection))
    }

    /// Validates the related records of a card.
    static func check(_ card: ContactCard) throws(RecordProblem) {
        for category in card.categories { try RecordRules.check(Group(named: category), in: Tables.groups) }
        if card.group != nil { try RecordRules.check(Group(card: card), in: Tables.groups) }
        for note in card.notes { try RecordRules.check(Note(card: note), in: Tables.notes) }
    }

    /// Adds the related records of a card to a person.
    ///
    /// - Parameter isNew: Whether the person has just been added and has no notes.
    /// - Returns: The number of new notes, and the names of smart groups to which the person could not be added.
    func add(
        _ incoming: IncomingCard, to person: Int64, isNew: Bool
    ) throws -> (notes: Int, searches: [String]) {
        let searches = try groups.change([], to: incoming.card.categories, of: person)
        let subject = RecordID(kind: .person, number: person)
        return (try addNotes(incoming.card.notes, on: subject, isNew: isNew), searches)
    }

    /// Changes the related records of a person to those of a newer card.
    ///
    /// - Returns: The number of new notes, and the names of smart groups to which the person could not be added.
    func change(
        _ before: ContactCard, to after: ContactCard, of person: Int64
    ) throws -> (notes: Int, searches: [String]) {
        let searches = try groups.change(before.categories, to: after.categories, of: person)
        let subject = RecordID(kind: .person, number: person)
        // A pending entry would be outdated.
        if before.notes != after.notes { try entries.write() }
        let notes = try CardNotes(connection: connection).replace(before.notes, with: after.notes, about: subject)
        return (notes, searches)
    }

    private func addNotes(_ texts: [String], on subject: RecordID, isNew: Bool) throws -> Int {
        var count = 0
        var seen: Set<Note> = []
        for note in texts.map({ Note(card: $0, about: subject) })
        where try seen.insert(note).inserted && (isNew || !has(note)) {
            notes.append(note)
            count += 1
        }
        return count
    }

    /// Writes waiting notes.
    func flush() throws {
        guard !notes.isEmpty else { return }
        let ids = try Tables.notes.insert(notes, into: connection)
        try entries.add(zip(ids, notes.lazy.map { Tables.notes.entry(of: $0, VCardInterpreter()) }))
        notes.removeAll(keepingCapacity: true)
    }

    /// Writes waiting notes and their index entries.
    func finish() throws {
        try flush()
        try entries.write()
    }

    /// Returns whether the person already has all related records of the card.
    func has(_ incoming: IncomingCard, _ person: Int64) throws -> Bool {
        try isInGroups(of: incoming, person) && hasNotes(of: incoming, person)
    }

    /// Returns the titles of the related records of the card that the person lacks.
    func missing(_ incoming: IncomingCard, _ person: Int64) throws -> [Title] {
        let groups: [Title] = try isInGroups(of: incoming, person) ? [] : ["Groups"]
        return try hasNotes(of: incoming, person) ? groups : groups + ["Notes"]
    }

    private func isInGroups(of incoming: IncomingCard, _ person: Int64) throws -> Bool {
        try incoming.card.categories.allSatisfy { category in
            guard let group = try groups.known(named: category) else { return false }
            return try group.isSearch || groups.isMember(person, of: group.id)
        }
    }

    private func hasNotes(of incoming: IncomingCard, _ person: Int64) throws -> Bool {
        let subject = RecordID(kind: .person, number: person)
        return try incoming.card.notes.allSatisfy { try has(Note(card: $0, about: subject)) }
    }

    private func has(_ note: Note) throws -> Bool {
        if notes.contains(note) { return true }
        guard let subject = note.subject else { return false }
        return try connection.hasRow(
            "SELECT 1 FROM note WHERE \(subject.kind.rawValue)_id = ?1 AND topic = ?2 AND text = ?3",
            binding: subject.number, note.topic, note.text)
    }

    /// Defers the import of a group card until all persons have been imported.
    func deferGroup(_ card: ContactCard) { deferredGroups.append(card) }

    /// Imports the deferred group cards.
    ///
    /// - Returns: The number of new notes, and the warnings.
    func importDeferredGroups() throws -> (notes: Int, warnings: [(card: ContactCard, sentence: Message)]) {
        var result: (notes: Int, warnings: [(card: ContactCard, sentence: Message)]) = (0, [])
        for card in deferredGroups {
            guard let members = card.group?.members else { continue }
            let group = try groups.group(of: card)
            result.notes += try addNotes(card.notes, on: RecordID(kind: .group, number: group.id), isNew: false)
            if group.isSearch {
                result.warnings.append((card, "No members were added: the group is a smart group."))
                continue
            }
            let unknown = try members.filter { name in
                try Task.checkCancellation()
                guard let person = try connection.person(asMember: name) else { return true }
                let isRemoved =
                    try group.formerMembers.contains(name) && groups.wasRemoved(person, from: group.id)
                if !isRemoved { try groups.join(person, group.id) }
                return false
            }
            if !unknown.isEmpty {
                let isKept = try groups.hasCard(of: card, group.id)
                result.warnings.append((card, Self.unknownMembers(unknown, areKept: isKept)))
            }
        }
        try flush()
        return result
    }

    private static func unknownMembers(_ unknown: [String], areKept: Bool) -> Message {
        let names = unknown.prefix(3).map { $0.prefix(60) }.joined(separator: ", ")
        let others = unknown.count - 3
        switch (areKept, others > 0) {
        case (true, true): return "Kept unknown members on the group card: \(names), and \(others) more."
        case (true, false): return "Kept unknown members on the group card: \(names)."
        case (false, true): return "Skipped unknown members: \(names), and \(others) more."
        case (false, false): return "Skipped unknown members: \(names)."
        }
    }
}
