import Model
import SQLite

extension Tables {
    package static let notes = RecordTable<Note>(
        name: "note",
        derived: DerivedColumn.standard(sortedBy: \.title),
        links: links,
        pastLinks: PastLinks.note,
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
            links[row[0], default: Note.Links()].subject = subject
        }
        return links
    }
}
