import Model
import SQLite

extension Tables {
    static let notes = RecordTable<Note>(
        name: "note",
        links: links,
        pastLinks: PastLinks.note,
        owned: { subject in
            subject.kind == .note
                ? nil
                : Selection(
                    source: "note", condition: "note.\(subject.kind.rawValue)_id = ?1", parameter: subject.number)
        },
        didAdd: setLastContact,
        searchLinks: links,
        linkedTexts: { [$0.subject].compactMap { $0 }.map { .subject($0) } })

    /// Adds the notes that were entered with records.
    static func addNotes<Content>(
        of records: some Sequence<(TypedRecordID<Content>, Content)>, on today: CivilDate, to index: SearchIndex
    ) throws {
        let added = records.filter { !$1.noteToAdd.isEmpty }.map { id, content in
            var note = Note()
            (note.text, note.subject) = (content.noteToAdd, id.address)
            return note
        }
        guard !added.isEmpty else { return }
        for note in added { try RecordRules.check(note, in: notes) }
        _ = try notes.add(added, on: today, to: index)
    }

    /// Sets the date of the last contact of the persons whom new notes are about and who have a contact interval.
    @Sendable private static func setLastContact(_ notes: [Note], _ today: CivilDate, _ index: SearchIndex) throws {
        let ids = notes.compactMap { $0.subject.flatMap(Person.ID.init)?.rawValue }.unique
        for person in try persons.fetch(ids, tied: persons.withoutLinks, from: index.connection) {
            guard person.contact != nil, person.lastContact.map({ $0 < today }) ?? true else { continue }
            var content = person.content
            content.lastContact = today
            try persons.update(person, to: content, in: index.connection)
            try index.replace(content, of: person.id, in: persons)
        }
    }

    @Sendable private static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Note.Links] {
        var links: [Int64: Note.Links] = [:]
        try connection.forEach(
            """
            SELECT note_id, kind, record_id, record_name FROM note_subject
            WHERE note_id IN (SELECT value FROM json_each(?1))
            """, binding: ids.json
        ) { row in
            let subject = RecordReference(address: RecordID(kind: try row[1], number: row[2]), name: row[3])
            links[row[0], default: Note.Links()].subject = subject
        }
        return links
    }
}
