import AlmanacStore
import Interchange
import Localization
import Model
import SQLite

/// What goes with cards into other records: their categories become groups, their notes notes, and cards that are groups
/// become groups once all their members are here.
final class ImportedRelations {
    private let connection: Connection
    private let groups: ImportedGroups
    private var planets: [String: Planet.ID?] = [:]
    private var waiting: [ContactCard] = []
    var groupsMade: Int { groups.made }
    /// Notes that are not written yet.
    private var notes: [Note] = []

    init(connection: Connection) {
        self.connection = connection
        groups = ImportedGroups(connection: connection)
    }

    // MARK: - Persons

    /// Whether all that goes with the card can be kept, before anything of it is.
    static func check(_ card: ContactCard) throws(RecordProblem) {
        for category in card.categories { try ImportedGroups.check(Group(named: category)) }
        if let group = card.group { try ImportedGroups.check(Group(card: group)) }
        for note in card.notes { try RecordRules.check(Note(card: note), in: Tables.notes) }
    }

    /// What came of it: how many notes are new, and the groups that nobody is put into, since a search finds their members.
    struct Tied {
        var notes = 0
        var searches: [String] = []
    }

    /// - Parameter isNew: Whether the person was just added, and so has no notes yet.
    func tie(_ incoming: IncomingCard, to person: Int64, isNew: Bool) throws -> Tied {
        var tied = Tied()
        for category in incoming.card.categories {
            let group = try groups.group(named: category)
            if group.isSearch { tied.searches.append(category) } else { try groups.join(person, group.id) }
        }
        tied.notes = try note(incoming.card.notes, on: RecordID(kind: .person, number: person), isNew: isNew)
        return tied
    }

    /// Returns how many are new.
    private func note(_ texts: [String], on subject: RecordID, isNew: Bool) throws -> Int {
        var count = 0
        var seen: Set<Note> = []
        for note in texts.map({ Note(card: $0, about: subject) })
        where try seen.insert(note).inserted && (isNew || !has(note)) {
            notes.append(note)
            count += 1
        }
        return count
    }

    /// Writes what was noted, and lets the search index take it in.
    func flush() throws {
        guard !notes.isEmpty else { return }
        let ids = try Tables.notes.insert(notes, into: connection)
        try SearchIndex(connection).add(
            zip(ids, notes.lazy.map { Tables.notes.entry(of: $0, VCardInterpreter()) }), of: Tables.notes)
        notes.removeAll(keepingCapacity: true)
    }

    /// Whether the person has all that the card brings beside the person.
    func has(_ incoming: IncomingCard, _ person: Int64) throws -> Bool {
        for category in incoming.card.categories {
            guard let group = try groups.known(named: category) else { return false }
            guard try group.isSearch || groups.isMember(person, of: group.id) else { return false }
        }
        let subject = RecordID(kind: .person, number: person)
        return try incoming.card.notes.allSatisfy { try has(Note(card: $0, about: subject)) }
    }

    private func has(_ note: Note) throws -> Bool {
        if notes.contains(note) { return true }
        guard let subject = note.subject else { return false }
        return try connection.hasRow(
            subject.kind == .group ? Self.notesOfGroup : Self.notesOfPerson,
            binding: subject.number, note.topic, note.text)
    }

    static let notesOfPerson = "SELECT 1 FROM note WHERE person_id = ?1 AND topic = ?2 AND text = ?3"
    static let notesOfGroup = "SELECT 1 FROM note WHERE group_id = ?1 AND topic = ?2 AND text = ?3"

    /// The planet of that name; nil if there is none, or several.
    func planet(_ name: String) throws -> Planet.ID? {
        if let known = planets[name] { return known }
        let named = try Tables.planets.named(name, in: connection)
        let planet = named.count == 1 ? Planet.ID(named[0].address) : nil
        planets[name] = .some(planet)
        return planet
    }

    // MARK: - Groups

    /// Members may come behind their group.
    func remember(_ card: ContactCard) { waiting.append(card) }

    /// What came of the cards of groups: how many notes are new, and what of which card was left out.
    func gather() throws -> (notes: Int, remarks: [(card: ContactCard, sentence: Message)]) {
        var result: (notes: Int, remarks: [(card: ContactCard, sentence: Message)]) = (0, [])
        for card in waiting {
            guard let members = card.group?.members else { continue }
            let group = try groups.group(of: card)
            result.notes += try note(card.notes, on: RecordID(kind: .group, number: group.id), isNew: false)
            if group.isSearch {
                result.remarks.append((card, "The members of the group are found by a search; nobody was put into it."))
                continue
            }
            let strangers = try members.filter { name in
                try Task.checkCancellation()
                guard let person = try connection.person(asMember: name) else { return true }
                try groups.join(person, group.id)
                return false
            }
            if !strangers.isEmpty { result.remarks.append((card, Self.leftOut(strangers))) }
        }
        try flush()
        return result
    }

    /// The first of them by name, as far as a line goes.
    private static func leftOut(_ strangers: [String]) -> Message {
        let names = strangers.prefix(3).map { $0.prefix(60) }.joined(separator: ", ")
        let others = strangers.count - 3
        return others > 0
            ? "Members that are not here were left out: \(names) and \(others) more."
            : "Members that are not here were left out: \(names)."
    }
}
