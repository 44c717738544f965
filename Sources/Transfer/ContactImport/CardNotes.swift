import AlmanacStore
import Interchange
import Model
import SQLite

/// The notes of a card, which are separate records.
struct CardNotes {
    let connection: Connection

    /// Replaces the notes that differ. A changed note remains the same record.
    ///
    /// - Returns: The number of new notes.
    @discardableResult
    func replace(_ before: [String], with after: [String], about record: RecordID) throws -> Int {
        if before == after { return 0 }
        var (removed, added) = (before, after)
        for text in before {
            guard let place = added.firstIndex(of: text), let own = removed.firstIndex(of: text) else { continue }
            added.remove(at: place)
            removed.remove(at: own)
        }
        for (number, text) in removed.enumerated() {
            let new = number < added.count ? added[number] : nil
            switch (try note(text, about: record), new) {
            case (let note?, let new?):
                let present = try Tables.notes.fetch(note, tied: Tables.notes.withoutLinks, from: connection)
                try Tables.notes.update(present, to: Note(card: new, about: record), in: connection)
            case (let note?, nil): try Tables.notes.delete([note], from: connection)
            case (nil, let new?): try insert(new, about: record)
            case (nil, nil): break
            }
        }
        for text in added.dropFirst(removed.count) { try insert(text, about: record) }
        return max(0, added.count - removed.count)
    }

    /// Adds the notes that a record does not have yet.
    func add(_ texts: [String], about record: RecordID) throws {
        for text in texts where try note(text, about: record) == nil { try insert(text, about: record) }
    }

    private func note(_ text: String, about record: RecordID) throws -> Int64? {
        let note = Note(card: text)
        return try connection.first(
            "SELECT id FROM note WHERE \(record.kind.rawValue)_id = ?1 AND topic = ?2 AND text = ?3 ORDER BY id LIMIT 1",
            binding: record.number, note.topic, note.text
        ) { $0[0] }
    }

    private func insert(_ text: String, about record: RecordID) throws {
        _ = try Tables.notes.insert(Note(card: text, about: record), into: connection)
    }
}
