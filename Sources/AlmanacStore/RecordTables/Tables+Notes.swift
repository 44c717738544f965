import Model
import SQLite

extension Tables {
    package static let notes = RecordTable<Note>(
        name: "note",
        columns: [
            ContentColumn("topic", \.topic),
            ContentColumn("text", \.text),
            ContentColumn("person_id", \.personID),
            ContentColumn("group_id", \.groupID),
            ContentColumn("planet_id", \.planetID),
        ],
        lists: [],
        derived: DerivedColumn.standard(sortedBy: \.title),
        references: { [$0.subject].compactMap { $0 } },
        links: links,
        pastLinks: PastLinks.note,
        order: { order, _ in
            switch order {
            case .modified: OrderColumn("modified", of: "note")
            case .topic: OrderColumn("sort_key", of: "note")
            case .created: OrderColumn("created", of: "note")
            }
        },
        scope: { scope in
            switch scope {
            case .usual, .all:
                Selection(source: "note")
            case .of(let address):
                about(address)
            case .ungrouped:
                .nothing(of: "note")
            case .favorites(let account):
                .favorites(of: account, in: "note", column: "note_id")
            }
        },
        filterColumns: FilterColumns.notes,
        aliases: { _ in [] },
        isCatalog: false,
        searchLinks: links,
        searchTexts: { note, _ in [SearchText(name: note.topic, in: "topic"), SearchText("text", note.text)] },
        linkedTexts: { [$0.subject].compactMap { $0 }.map { .subject($0) } })

    private static func about(_ address: RecordID) -> Selection {
        switch address.kind {
        case .person: Selection(source: "note", condition: "note.person_id = ?1", parameter: address.number)
        case .group: Selection(source: "note", condition: "note.group_id = ?1", parameter: address.number)
        case .planet: Selection(source: "note", condition: "note.planet_id = ?1", parameter: address.number)
        case .note: .nothing(of: "note")
        }
    }

    @Sendable private static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Note.Links] {
        var links: [Int64: Note.Links] = [:]
        try connection.forEach(
            """
            SELECT note_id, kind, record_id, record_name FROM note_subject
            WHERE note_id IN (SELECT value FROM json_each(?1))
            """, { $0[1] = ids.json }
        ) { row in
            let subject = RecordReference(address: RecordID(kind: try row[1], number: row[2]), name: row[3])
            links[row[0]] = Note.Links(subject: subject)
        }
        return links
    }
}

/// The subject as the table keeps it: a column for each kind, so that the store can hold it to its word.
extension Note {
    fileprivate var personID: Int64? {
        get { subject(of: .person) }
        set { setSubject(.person, newValue) }
    }

    fileprivate var groupID: Int64? {
        get { subject(of: .group) }
        set { setSubject(.group, newValue) }
    }

    fileprivate var planetID: Int64? {
        get { subject(of: .planet) }
        set { setSubject(.planet, newValue) }
    }

    private func subject(of kind: Kind) -> Int64? {
        subject.flatMap { $0.kind == kind ? $0.number : nil }
    }

    private mutating func setSubject(_ kind: Kind, _ number: Int64?) {
        if let number { subject = RecordID(kind: kind, number: number) }
    }
}
