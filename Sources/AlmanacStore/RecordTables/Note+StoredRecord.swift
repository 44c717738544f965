import Model
import SQLite

extension Note: StoredRecord {
    static let table = RecordTable<Note>(
        derived: DerivedColumn.standard(sortedBy: \.title) + [
            DerivedColumn(name: "due_key") { note, _ in note.due?.description }
        ],
        didChange: { changes, today, index in
            var update = LastContactUpdate(on: today, index)
            for change in changes {
                if let former = change.former { update.remove(former) }
                if let content = change.content { update.add(content, isNew: change.former == nil) }
            }
            try update.write()
        })

    static func owned(by subject: RecordID) -> Selection? {
        let condition =
            switch subject.kind {
            case .person: "note.id IN (\(JournalEntries.ofPerson))"
            case .group, .planet: "note.\(subject.kind.rawValue)_id = ?1"
            case .note: String?.none
            }
        return condition.map {
            Selection(
                source: "note", condition: $0, branches: subject.kind == .person ? JournalEntries.branches : [],
                parameter: subject.number)
        }
    }

    /// Adds the notes that were entered together with records.
    static func addNotes<Content>(
        of records: some Sequence<(TypedRecordID<Content>, Content)>, on today: CivilDate, to index: SearchIndexer
    ) throws {
        let added = records.filter { !$1.noteToAdd.isEmpty }.map { id, content in
            var note = Note()
            (note.text, note.subject) = (content.noteToAdd, id.recordID)
            return note
        }
        guard !added.isEmpty else { return }
        for note in added { try RecordRules.check(note) }
        _ = try table.add(added, on: today, to: index)
    }

    // MARK: - Links

    static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Links] {
        var links: [Int64: Links] = [:]
        try connection.forEach(
            """
            SELECT note_id, kind, record_id, record_name FROM note_subject
            WHERE note_id IN (SELECT value FROM json_each(?1))
            """, binding: ids.json
        ) { row in
            let subject = RecordReference(id: RecordID(kind: try row[1], number: row[2]), name: row[3])
            links[row[0], default: Links()].subject = subject
        }
        try connection.forEach(
            """
            SELECT note_id, person.id, person.display_name
            FROM note_person JOIN person ON person.id = note_person.person_id
            WHERE note_id IN (SELECT value FROM json_each(?1))
            ORDER BY note_id, position
            """, binding: ids.json
        ) { row in
            let person = RecordReference(id: RecordID(kind: .person, number: row[1]), name: row[2])
            let known = links[row[0], default: Links()]
            // After two persons of an entry are merged, the entry refers to one person twice.
            if known.subject == person || known.persons.contains(person) { return }
            links[row[0], default: Links()].persons.append(person)
        }
        return links
    }

    func pastLinks(at moment: HistoryPoint, in connection: Connection) throws -> Links {
        var links = Links()
        links.subject = try subject.map { try connection.pastReference(to: $0) }
        links.persons = try connection.pastReferences(to: persons.map(\.recordID))
        return links
    }

    static func searchLinks(of ids: [Int64], in connection: Connection) throws -> [Int64: Links] {
        try links(of: ids, in: connection)
    }

    static func searchTexts(of links: Links) -> [SearchText] {
        ([links.subject].compactMap(\.self) + links.persons).map { .subject($0) }
    }
}
