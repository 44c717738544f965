import Interchange
import Model
import SQLite

/// The notes of cards, which are separate records. A note that a card contains twice is one record.
final class CardNotes {
    private let connection: Connection
    /// The index entries of new notes, or `nil` if the index is updated later.
    private let entries: NewEntries<Note>?
    private var waiting: [Note] = []

    init(connection: Connection, entries: NewEntries<Note>?) {
        (self.connection, self.entries) = (connection, entries)
    }

    /// Adds the notes that a record does not have yet.
    ///
    /// - Parameter isNew: Whether the record has no notes.
    /// - Returns: The number of new notes.
    func add(_ texts: [String], about record: RecordID, isNew: Bool = false) throws -> Int {
        var count = 0
        for text in texts.unique where try isNew || !has(text, about: record) {
            waiting.append(Note(card: text, about: record))
            count += 1
        }
        return count
    }

    /// Replaces the notes that differ. A changed note remains the same record.
    ///
    /// - Returns: The number of new notes.
    func replace(_ before: [String], with after: [String], about record: RecordID) throws -> Int {
        if before == after { return 0 }
        try flush()
        // A waiting index entry would be outdated.
        try entries?.write()
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
            case (nil, let new?): waiting.append(Note(card: new, about: record))
            case (nil, nil): break
            }
        }
        waiting += added.dropFirst(removed.count).map { Note(card: $0, about: record) }
        return max(0, added.count - removed.count)
    }

    /// Writes the waiting notes.
    func flush() throws {
        guard !waiting.isEmpty else { return }
        let ids = try Tables.notes.insert(waiting, into: connection)
        try entries?.add(zip(ids, waiting.lazy.map { Tables.notes.entry(of: $0, VCardInterpreter()) }))
        waiting.removeAll(keepingCapacity: true)
    }

    /// Writes the waiting notes and their index entries.
    func finish() throws {
        try flush()
        try entries?.write()
    }

    /// Returns whether a record has a note.
    func has(_ text: String, about record: RecordID) throws -> Bool {
        try waiting.contains(Note(card: text, about: record)) || note(text, about: record) != nil
    }

    private func note(_ text: String, about record: RecordID) throws -> Int64? {
        let note = Note(card: text)
        return try connection.first(
            "SELECT id FROM note WHERE \(record.kind.rawValue)_id = ?1 AND topic = ?2 AND text = ?3 ORDER BY id LIMIT 1",
            binding: record.number, note.topic, note.text
        ) { $0[0] }
    }
}

/// Conversion between notes and the note texts of cards. The topic is a Markdown heading before the text.
extension Note {
    init(card text: String, about subject: RecordID? = nil) {
        self.init()
        self.subject = subject
        // Splits bytes, because a combining character at the start of a topic merges with the preceding space.
        let lines = text.utf8.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3, lines[0].starts(with: "# ".utf8), lines[0].count > 2, lines[1].isEmpty else {
            self.text = text
            return
        }
        topic = String(Substring(lines[0].dropFirst(2)))
        self.text = String(Substring(lines[2]))
    }

    var cardText: String { topic.isEmpty ? text : "# \(topic)\n\n\(text)" }
}
