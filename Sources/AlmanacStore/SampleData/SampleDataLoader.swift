import Interchange
import Model
import SQLite

/// An operation that loads a sample data set in the caller’s transaction. It does not change records that were loaded
/// before, except that new members are added to groups.
struct SampleDataLoader {
    /// The state of a sample record in the database.
    private struct Entry {
        /// The ID, or `nil` if the record was loaded and then deleted by the user.
        let id: RecordID?
        var isNew = false
    }

    private let contents: SeedContents
    private let connection: Connection
    private let progress: (SeedProgress) -> Void
    private let total: Int
    private var done = 0
    private var entries: [Kind: [String: Entry]] = [:]

    init(of contents: SeedContents, in connection: Connection, progress: @escaping (SeedProgress) -> Void) {
        self.contents = contents
        self.connection = connection
        self.progress = progress
        total = contents.set.counts.values.reduce(0, +)
    }

    mutating func run() throws -> SeedReport {
        // Planets of an earlier set can be found by name only if they are indexed.
        try SearchIndexer(connection).update()
        try load(contents.planets) { _, _ in }
        try load(contents.persons) { person, planet in person.home = Planet.ID(planet) }
        try load(contents.groups) { _, _ in }
        try load(contents.notes) { note, subject in note.subject = subject }
        for group in contents.groups { try addMembers(of: group) }
        return SeedReport(
            set: contents.set.name, added: count { $0.isNew }, kept: count { !$0.isNew && $0.id != nil })
    }

    private func count(_ condition: (Entry) -> Bool) -> [Kind: Int] {
        entries.mapValues { $0.values.count(where: condition) }.filter { $0.value > 0 }
    }

    /// Adds the records that were not loaded before.
    ///
    /// - Parameter link: A closure that sets a linked record in the content.
    private mutating func load<Content: StoredRecord>(
        _ records: [SeedRecord<Content>], link: (inout Content, RecordID) -> Void
    ) throws {
        for record in records {
            let entry = try earlier(record) ?? Entry(id: add(record, link), isNew: true)
            entries[Content.kind, default: [:]][record.key] = entry
            done += 1
            // Update the index regularly, so that the progress is accurate.
            if done.isMultiple(of: 500) { try SearchIndexer(connection).update() }
            if done.isMultiple(of: 100) || done == total { progress(SeedProgress(done: done, total: total)) }
        }
    }

    private func earlier<Content>(_ record: SeedRecord<Content>) throws -> Entry? {
        try connection.first(
            """
            SELECT coalesce(person_id, group_id, planet_id, note_id) FROM planted
            WHERE seed_set = ?1 AND kind = ?2 AND key = ?3
            """, binding: contents.set.name, Content.kind, record.key
        ) { row in
            let id: Int64? = row[0]
            return Entry(id: id.map { RecordID(kind: Content.kind, number: $0) })
        }
    }

    private func add<Content: StoredRecord>(
        _ record: SeedRecord<Content>, _ link: (inout Content, RecordID) -> Void
    ) throws -> RecordID {
        var content = record.content
        for target in record.links where Content.kind != .group {
            if let recordID = try id(of: target) { link(&content, recordID) }
        }
        do {
            try RecordRules.check(content)
        } catch {
            throw SeedProblem(at: record.place, error.explanation.sentences.joined(separator: " "))
        }
        let recordID = RecordID(kind: Content.kind, number: try Content.table.insert(content, into: connection))
        try connection.run(
            "INSERT INTO planted (seed_set, kind, key, \(Content.kind.rawValue)_id) VALUES (?1, ?2, ?3, ?4)",
            binding: contents.set.name, Content.kind, record.key, recordID.number)
        return recordID
    }

    /// Returns the ID of a link’s target: a record of this set, or the planet in the database that has the name.
    /// Returns `nil` if the user has deleted the target.
    private func id(of link: SeedLink) throws -> RecordID? {
        if let entry = entries[link.kind]?[link.key] { return entry.id }
        guard let planet = try Planet.table.named(link.key, in: connection).first else {
            throw SeedProblem(at: link.place, "neither the set nor the database has a planet named “\(link.key)”")
        }
        return planet.id
    }

    /// Adds the members and planets of a sample group, except members and planets that the user has removed.
    private func addMembers(of group: SeedRecord<Group>) throws {
        guard let entry = entries[.group]?[group.key], let recordID = entry.id else { return }
        let new = group.links.filter { entry.isNew || entries[$0.kind]?[$0.key]?.isNew == true }
        for memberships in Membership.all {
            let members = try new.filter { $0.kind == memberships.kind }.compactMap { try self.id(of: $0)?.number }
            if members.isEmpty { continue }
            _ = try memberships.add(members, to: recordID.number, in: connection)
        }
    }
}
