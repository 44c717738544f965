import Interchange
import Localization
import Model
import SQLite

/// An update of a person with a row of an exported table: the three-way merge of the person, the row, and the version
/// of the person from which the row was made.
struct RowUpdate {
    let existing: Record<Person>
    /// The person after the update. If both sides have changed a field, the field has the values of the row.
    private(set) var updated: Person
    /// The notes and groups before and after the update.
    private(set) var relations: (before: ContactCard, after: ContactCard)
    private(set) var effects = ImportReport.MergeEffects()

    var isEmpty: Bool { effects.changes.isEmpty && effects.conflicts.isEmpty }

    /// An error for a row that cannot be applied.
    struct Problem: Error {
        let sentence: Message
    }

    /// Creates the update by merging a row into a person.
    ///
    /// - Parameters:
    ///   - mine: The contact with its notes and groups.
    ///   - base: The version of the person from which the row was made, or `nil` if the version is unknown. If it is
    ///     `nil`, every change to a field is a conflict.
    ///   - isRecent: A closure that returns whether a note may be newer than that version.
    init(
        _ existing: Record<Person>, _ mine: ContactCard, by row: ContactRow, since base: Record<Person>?,
        isRecent: (_ note: String) throws -> Bool
    ) throws {
        self.existing = existing
        updated = existing.content
        relations = (mine, mine)
        var former = mine
        former.person = base?.content ?? existing.content
        guard let (before, after) = try row.versions(of: former) else { return }
        if let sentence = after.warnings.first?.sentence { throw Problem(sentence: sentence) }
        let own = existing.content
        for field in Person.fields where !field.hasSameValues(before.person, after.person) {
            guard !field.hasSameValues(own, after.person) else { continue }
            let isChangedHere = base.map { !field.hasSameValues($0.content, own) } ?? true
            let title = field.title(of: own)
            report(title, field.text(of: own), field.text(of: after.person), isConflict: isChangedHere)
            field.copy(from: after.person, to: &updated)
        }
        let groups = base?.links.groups.map(\.name) ?? []
        relations.after.categories = merge("Groups", mine.categories, after.categories, groups, had: row.hadGroups)
        let notes = try base == nil ? [] : mine.notes.filter { try !isRecent($0) }
        relations.after.notes = merge("Notes", mine.notes, after.notes, notes, had: row.hadNotes)
    }

    /// Returns the current values after the changes in a cell have been applied. Values that may be newer than the cell
    /// are conflicts if the cell lacks them.
    ///
    /// - Parameters:
    ///   - former: The values at the version of the row.
    ///   - had: A closure that returns whether the row had these values when it was exported.
    private mutating func merge(
        _ title: Title, _ existing: [String], _ cell: [String], _ former: [String], had: ([String]) -> Bool
    ) -> [String] {
        if had(cell) { return existing }
        let base = [existing, former].first(where: had)
        let removed = existing.filter { !cell.contains($0) && base?.contains($0) != false }
        let added = cell.filter { !existing.contains($0) && !(base ?? former).contains($0) }
        guard !removed.isEmpty || !added.isEmpty else { return existing }
        report(
            title, removed.joined(separator: ", "), added.joined(separator: ", "),
            isConflict: base == nil && (existing.isEmpty && !had([]) || removed.contains { !former.contains($0) }))
        return existing.filter { !removed.contains($0) } + added
    }

    private mutating func report(_ title: Title, _ old: String, _ new: String, isConflict: Bool) {
        let none: Message = "none"
        let values = [old, new].map { $0.isEmpty ? none : Message(data: Self.excerpt(of: $0)) }
        let sentence: Message = "\(title: title): \(values[0]) → \(values[1])"
        if isConflict { effects.conflicts.append(sentence) } else { effects.changes.append(sentence) }
    }

    private static func excerpt(of text: String) -> String {
        text.count > 60 ? "\(text.prefix(59))…" : text
    }
}

/// A reader that finds the persons described by rows of exported tables, and returns their updates.
struct RowUpdater {
    let connection: Connection
    let cards: CardBuilder
    /// The persons that earlier rows have described.
    private var described: Set<Person.ID> = []

    init(connection: Connection, blobs: PersistentDataStore) {
        self.connection = connection
        cards = CardBuilder(connection: connection, blobs: blobs)
    }

    /// Returns the update of the person that a row describes.
    ///
    /// - Parameter uid: The UID in the row, if any.
    /// - Throws: `RowUpdate.Problem` or `RecordProblem` if the row cannot be applied.
    mutating func update(by row: ContactRow, uid: String?) throws -> RowUpdate {
        if let sentence = row.problem { throw RowUpdate.Problem(sentence: sentence) }
        guard let id = RecordID(row.id).flatMap(Person.ID.init) else {
            throw RowUpdate.Problem(sentence: "“\(row.id)” is not the ID of a contact.")
        }
        guard let version = row.version else {
            throw RowUpdate.Problem(sentence: "The row does not contain the version of \(id.recordID).")
        }
        let existing = try Person.table.fetch(id.rawValue, from: connection)
        let known = ([existing.uuid] + existing.content.knownUIDs).map(CardUID.key)
        if let uid, !known.contains(CardUID.key(uid)) {
            throw RowUpdate.Problem(
                sentence: "\(id.recordID) has a different UID. The file was exported from another database.")
        }
        guard described.insert(id).inserted else {
            throw RowUpdate.Problem(sentence: "Another row has the same ID, \(id.recordID).")
        }
        guard let mine = try cards.cards(of: [id.rawValue], withPhotos: false).cards.first else {
            throw RecordProblem.notFound(id.recordID)
        }
        var base = try Person.table.record(id, version: version, in: connection)
        if base == nil, version == existing.version { base = existing }
        return try RowUpdate(existing, mine, by: row, since: base) { text in
            try base.map { try isNote(text, about: id, changedAfter: $0.modified) } ?? true
        }
    }

    private func isNote(_ text: String, about person: Person.ID, changedAfter time: Timestamp) throws -> Bool {
        let note = Note(card: text)
        return try connection.hasRow(
            """
            SELECT 1 FROM note
            WHERE person_id = ?1 AND topic = ?2 AND text = ?3 AND modified > ?4 AND \(Note.isOnCards)
            """,
            binding: person, note.topic, note.text, time)
    }
}
