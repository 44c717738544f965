import Interchange
import Model
import SQLite

/// What goes with cards into other records: their categories become groups, their notes notes, and cards that are groups
/// become groups once all their members are here.
final class ImportedTies {
    private let connection: Connection
    private var groups: [String: Int64] = [:]
    private var planets: [String: Planet.ID?] = [:]
    private var waiting: [ContactCard] = []
    private(set) var groupsMade = 0
    /// Notes that the search index has not taken in.
    private var notes: [(id: Int64, content: Note)] = []

    init(connection: Connection) { self.connection = connection }

    // MARK: - Persons

    /// Whether all that goes with the card can be kept, before anything of it is.
    func check(_ incoming: Incoming) throws(RecordProblem) {
        for category in incoming.card.categories { try check(group: category) }
        for note in incoming.card.notes { try RecordRules.check(Note(card: note), in: Tables.notes) }
    }

    private func check(group name: String) throws(RecordProblem) {
        var group = Group()
        group.name = name
        try RecordRules.check(group, in: Tables.groups)
    }

    /// Returns how many notes are new.
    /// - Parameter isNew: Whether the person was just added, and so has no notes yet.
    func tie(_ incoming: Incoming, to person: Int64, isNew: Bool) throws -> Int {
        for category in incoming.card.categories { try join(person, try group(category)) }
        var count = 0
        var seen: Set<Note> = []
        for note in incoming.card.notes.map(Note.init(card:))
        where try seen.insert(note).inserted && (isNew || !has(note, person)) {
            var note = note
            note.subject = Address(kind: .person, number: person)
            notes.append((try Tables.notes.insert(note, into: connection), note))
            count += 1
        }
        return count
    }

    /// The search index takes in what was noted.
    func flush() throws {
        try SearchIndex.add(notes.map(\.content), as: notes.map(\.id), of: Tables.notes, connection)
        notes.removeAll(keepingCapacity: true)
    }

    /// Whether the person has all that the card brings beside the person.
    func has(_ incoming: Incoming, _ person: Int64) throws -> Bool {
        for category in incoming.card.categories {
            guard let group = try known(category), try isMember(person, of: group) else { return false }
        }
        return try incoming.card.notes.allSatisfy { try has(Note(card: $0), person) }
    }

    private func has(_ note: Note, _ person: Int64) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM note WHERE person_id = ?1 AND topic = ?2 AND text = ?3",
            {
                $0[1] = person
                $0[2] = note.topic
                $0[3] = note.text
            }
        ) { $0[0] as Bool } != nil
    }

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
    func remember(_ card: ContactCard) throws(RecordProblem) {
        guard let group = card.group else { return }
        try check(group: group.name)
        waiting.append(card)
    }

    /// Returns the cards that name members who are not here, and how many.
    func gather() throws -> [(card: ContactCard, strangers: Int)] {
        let finder = DuplicateFinder(connection: connection)
        var incomplete: [(card: ContactCard, strangers: Int)] = []
        for card in waiting {
            guard let group = card.group else { continue }
            let id = try self.group(group.name, uid: card.uid.map(CardTraits.bare))
            var strangers = 0
            for uid in group.members {
                try Task.checkCancellation()
                var owner = try finder.owners(of: CardTraits.trace(ofUID: uid)).first
                if owner == nil {
                    owner = try connection.first(
                        "SELECT id FROM person WHERE uuid = ?1", { $0[1] = CardTraits.bare(uid) }
                    ) { $0[0] as Int64 }
                }
                if let owner { try join(owner, id) } else { strangers += 1 }
            }
            if strangers > 0 { incomplete.append((card, strangers)) }
        }
        return incomplete
    }

    private func known(_ name: String) throws -> Int64? {
        let key = NameKey.of(name)
        if let id = groups[key] { return id }
        guard let id = try Tables.groups.named(name, in: connection).first?.address.number else { return nil }
        groups[key] = id
        return id
    }

    /// - Parameter uid: What a new one has for a UUID, if it is one and nobody's.
    private func group(_ name: String, uid: String? = nil) throws -> Int64 {
        if let id = try known(name) { return id }
        var group = Group()
        group.name = name
        let uuid = try uid.flatMap { try CardTraits.isUUID($0) && !isTaken($0) ? $0 : nil }
        let id = try Tables.groups.insert(group, uuid: uuid, into: connection)
        groups[NameKey.of(name)] = id
        groupsMade += 1
        return id
    }

    private func isTaken(_ uuid: String) throws -> Bool {
        try connection.first("SELECT 1 FROM people_group WHERE uuid = ?1", { $0[1] = uuid }) { $0[0] as Bool } != nil
    }

    private func isMember(_ person: Int64, of group: Int64) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM membership WHERE group_id = ?1 AND person_id = ?2",
            {
                $0[1] = group
                $0[2] = person
            }
        ) { $0[0] as Bool } != nil
    }

    private func join(_ person: Int64, _ group: Int64) throws {
        try connection.run(Membership.joining) {
            $0[1] = group
            $0[2] = person
        }
    }
}

extension Note {
    /// A note as a card has it: a heading of Markdown before the text is its topic.
    init(card text: String) {
        self.init()
        let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3, lines[0].hasPrefix("# "), lines[0].count > 2, lines[1].isEmpty else {
            self.text = text
            return
        }
        topic = String(lines[0].dropFirst(2))
        self.text = String(lines[2])
    }

    var cardText: String { topic.isEmpty ? text : "# \(topic)\n\n\(text)" }
}
