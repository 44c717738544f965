import Model
import SQLite

/// A collection of imported persons waiting for a batch write, and the duplicate keys of persons whose index entries
/// are not written yet. Later cards can already match them.
final class PendingPersons {
    struct PendingPerson {
        let record: NewRecord<Person>
        let duplicateKeys: Set<String>
    }

    /// The number of persons whose duplicate keys should be written, to limit memory use.
    private static let keyLimit = 10_000

    private let connection: Connection
    private var waiting: [PendingPerson] = []
    private var first: Int64 = 0
    private var byUUID: [String: Int64] = [:]
    private var duplicateKeys: [Int64: Set<String>] = [:]
    private var byDuplicateKey: [String: [Int64]] = [:]
    private var bySortKey: [String: [Int64]] = [:]

    init(connection: Connection) { self.connection = connection }

    func add(_ content: Person, uuid: String?, duplicateKeys keys: Set<String>, sortKey: String) throws -> Int64 {
        if waiting.isEmpty { first = try Tables.persons.nextID(in: connection) }
        let record = NewRecord(id: first + Int64(waiting.count), uuid: uuid, content)
        waiting.append(PendingPerson(record: record, duplicateKeys: keys))
        duplicateKeys[record.id] = keys
        for key in keys { byDuplicateKey[key, default: []].append(record.id) }
        bySortKey[sortKey, default: []].append(record.id)
        if let uuid { byUUID[uuid] = record.id }
        return record.id
    }

    /// Returns the waiting persons, which must be written. Their duplicate keys can still be found.
    func take() -> [PendingPerson] {
        defer { (waiting, byUUID) = ([], [:]) }
        return waiting
    }

    var hasManyKeys: Bool { duplicateKeys.count >= Self.keyLimit }

    /// Removes the duplicate keys of all persons, after they have been written to the index.
    func forgetKeys() { (duplicateKeys, byDuplicateKey, bySortKey) = ([:], [:], [:]) }

    /// Returns the content of a person who is not written yet.
    subscript(id: Int64) -> Person? {
        // Another program may have written any ID to the duplicate keys.
        guard id >= first, id - first < waiting.count else { return nil }
        return waiting[Int(id - first)].record.content
    }

    func owners(of duplicateKey: String) -> [Int64] { byDuplicateKey[duplicateKey, default: []] }

    func owners(of duplicateKey: String, sortedAs sortKey: String, limit: Int) -> [Int64] {
        let namesakes = bySortKey[sortKey, default: []]
        return Array(namesakes.lazy.filter { self.duplicateKeys[$0]?.contains(duplicateKey) == true }.prefix(limit))
    }

    func owner(ofUUID uuid: String) -> Int64? { byUUID[uuid] }
}
