import Model
import SQLite

/// The journal entries of a person: the dated notes whose subject is the person, or that name the person in addition to
/// their subject.
struct JournalEntries {
    let connection: Connection

    /// A query for the notes of the person ?1, with and without a date.
    static let ofPerson = """
        SELECT id FROM note WHERE person_id = ?1 UNION ALL SELECT note_id FROM note_person WHERE person_id = ?1
        """

    /// The parts of the query `ofPerson`. A list sorts and limits each part separately.
    static let branches = [
        Selection.Branch(source: "note", condition: "note.person_id = ?1"),
        Selection.Branch(
            source: "note_person CROSS JOIN note ON note.id = note_id", condition: "note_person.person_id = ?1"),
    ]

    /// Sets the latest entries in the links of each person, with the dates of the entries.
    func addLatest(of persons: [Int64], to links: inout [Int64: Person.Links]) throws {
        // Many databases have no entries, and compiling the statement takes longer than running it.
        guard try connection.hasRow(Self.anyEntry) else { return }
        var found: [Int64: (references: [RecordReference], count: Int)] = [:]
        try connection.forEach(Self.latest, binding: persons.json) { row in
            let entry = RecordReference(id: RecordID(kind: .note, number: row[2]), name: row[3])
            let count: Int = row[1]
            found[row[0], default: ([], count)].references.append(entry)
            links[row[0], default: Person.Links()].entryDates[entry.id] = CivilDate(row[4] as String)
        }
        links.set(\.journal, to: found.mapValues { LinkedRecords($0.references, counted: $0.count) })
    }

    private static let anyEntry = "SELECT 1 FROM note WHERE date > '' LIMIT 1"

    // The entries with a person as their subject are read in the order of an index. The others are sorted.
    static let latest = """
        WITH owner AS MATERIALIZED (
            SELECT value AS id, (
                SELECT count(*) FROM (
                    SELECT 1 FROM note WHERE person_id = value AND date IS NOT NULL
                    LIMIT \(LinkedRecords.countLimit + 1)))
                + (SELECT count(*) FROM (
                    SELECT 1 FROM note_person CROSS JOIN note ON note.id = note_id
                    WHERE note_person.person_id = value AND date IS NOT NULL
                    LIMIT \(LinkedRecords.countLimit + 1))) AS count
            FROM json_each(?1))
        SELECT owner.id, owner.count, note.id, note.display_name, note.date
        FROM owner CROSS JOIN note ON note.id IN (
            SELECT id FROM (
                SELECT id, date, modified FROM (
                    SELECT id, date, modified FROM note WHERE person_id = owner.id AND date IS NOT NULL
                    ORDER BY date DESC, modified DESC, id DESC LIMIT \(LinkedRecords.limit))
                UNION
                SELECT entry.id, entry.date, entry.modified
                FROM note_person CROSS JOIN note AS entry ON entry.id = note_id
                WHERE note_person.person_id = owner.id AND entry.date IS NOT NULL)
            ORDER BY date DESC, modified DESC, id DESC LIMIT \(LinkedRecords.limit))
        ORDER BY owner.id, note.date DESC, note.modified DESC, note.id DESC
        """

    /// A query for the last date of contact with the person ?1 that was entered by hand or imported, rather than
    /// derived from an entry.
    static let enteredContact = """
        SELECT new.last_contact
        FROM change CROSS JOIN person_past AS new ON new.change_id = change.id AND new.is_new = 1
        LEFT JOIN person_past AS old ON old.change_id = change.id AND old.is_new = 0
        WHERE kind = 'person' AND record_id = ?1 AND table_name = 'person'
            AND new.last_contact IS NOT old.last_contact
            AND NOT EXISTS (
                SELECT 1 FROM change AS entry CROSS JOIN note_past ON note_past.change_id = entry.id
                WHERE entry.step_id = change.step_id AND entry.table_name = 'note'
                    AND note_past.date IN (old.last_contact, new.last_contact))
        ORDER BY change.id DESC LIMIT 1
        """

    /// A query for the date of the latest entry up to the day ?2 that counts as a contact with the person ?1.
    static let lastContact: String = {
        let kinds = Note.contactKinds.sorted().map { "'\($0)'" }.joined(separator: ", ")
        let counts = "date <= ?2 AND kind COLLATE NOCASE IN (\(kinds))"
        return """
            SELECT max(date) FROM (
                SELECT date FROM (
                    SELECT date FROM note WHERE person_id = ?1 AND \(counts) ORDER BY date DESC LIMIT 1)
                UNION ALL
                SELECT date FROM note_person CROSS JOIN note ON note.id = note_id
                WHERE note_person.person_id = ?1 AND \(counts))
            """
    }()
}

/// An update of the dates of last contact after notes were added, edited, or deleted.
///
/// The last contact with a person is the latest entry that counts as a contact. A date that was entered by hand is kept
/// if it is later. A new note without a date counts as a contact if its subject has a contact interval.
struct LastContactUpdate {
    let today: CivilDate
    let index: SearchIndexer
    private var added: [Int64: Set<CivilDate>] = [:]
    private var removed: [Int64: Set<CivilDate>] = [:]
    /// The subjects of the new notes without a date.
    private var noted: Set<Int64> = []

    init(on today: CivilDate, _ index: SearchIndexer) {
        (self.today, self.index) = (today, index)
    }

    mutating func add(_ note: Note, isNew: Bool) {
        if isNew, !note.isPrivate, let person = note.subject.flatMap({ Person.ID($0) }) {
            noted.insert(person.rawValue)
        }
        guard let date = note.contactDate(upTo: today) else { return }
        for person in note.allPersons { added[person.rawValue, default: []].insert(date) }
    }

    mutating func remove(_ note: Note) {
        guard let date = note.contactDate(upTo: today) else { return }
        for person in note.allPersons { removed[person.rawValue, default: []].insert(date) }
    }

    func write() throws {
        let ids = noted.union(added.keys).union(removed.keys).sorted()
        let table = Person.table
        for person in try table.fetch(ids, tied: nil, from: index.connection) {
            var content = person.content
            content.lastContact = try lastContact(with: person)
            guard content.lastContact != person.lastContact else { continue }
            try table.update(person, to: content, in: index.connection)
            try index.replace(content, of: person.id)
        }
    }

    private func lastContact(with person: Record<Person>) throws -> CivilDate? {
        let id = person.id.rawValue
        var dates = added[id, default: []]
        if noted.contains(id), person.contact != nil { dates.insert(today) }
        guard let last = person.lastContact else { return dates.max() }
        guard removed[id, default: []].contains(last), !dates.contains(last) else {
            return max(last, dates.max() ?? last)
        }
        let remaining = try index.connection.first(JournalEntries.lastContact, binding: id, today.description) {
            $0[0] as String?
        }
        let entered = try index.connection.first(JournalEntries.enteredContact, binding: id) { $0[0] as String? }
        return [remaining, entered].compactMap { $0.flatMap(\.self).flatMap { CivilDate($0) } }.max()
    }
}
