import AlmanacStore
import Model
import SQLite

/// A collection of imported persons waiting for a batch write. Later cards can already match them.
final class PendingPersons {
    struct PendingPerson {
        let id: Int64
        let uuid: String?
        let content: Person
        let duplicateKeys: Set<String>
    }

    private let connection: Connection
    private(set) var waiting: [PendingPerson] = []
    private var first: Int64 = 0
    private var byDuplicateKey: [String: [Int64]] = [:]
    private var byName: [String: [Int64]] = [:]
    private var byUUID: [String: Int64] = [:]

    init(connection: Connection) { self.connection = connection }

    /// Adds a person.
    ///
    /// - Returns: The ID that the person will have.
    func add(_ content: Person, uuid: String?, duplicateKeys: Set<String>, sortKey: String) throws -> Int64 {
        if waiting.isEmpty { first = try Tables.persons.nextID(in: connection) }
        let person = PendingPerson(
            id: first + Int64(waiting.count), uuid: uuid, content: content, duplicateKeys: duplicateKeys)
        waiting.append(person)
        for duplicateKey in duplicateKeys { byDuplicateKey[duplicateKey, default: []].append(person.id) }
        byName[sortKey, default: []].append(person.id)
        if let uuid { byUUID[uuid] = person.id }
        return person.id
    }

    func write() throws {
        let records = waiting.map { NewRecord(id: $0.id, uuid: $0.uuid, $0.content) }
        try Tables.persons.insert(records, into: connection)
        let duplicateKeys = waiting.flatMap { person in person.duplicateKeys.map { (key: $0, person: person.id) }
        }
        try connection.insert(duplicateKeys.count, rowsInto: "trace", ["key", "person_id"]) {
            $1[$2] = duplicateKeys[$0].key
            $1[$2 + 1] = duplicateKeys[$0].person
        }
        (waiting, byDuplicateKey, byName, byUUID) = ([], [:], [:], [:])
    }

    subscript(id: Int64) -> PendingPerson? {
        let index = Int(id - first)
        return waiting.indices.contains(index) ? waiting[index] : nil
    }

    func owners(of duplicateKey: String) -> [Int64] { byDuplicateKey[duplicateKey, default: []] }

    func owners(of duplicateKey: String, sortedAs sortKey: String) -> [Int64] {
        byName[sortKey, default: []].filter { self[$0]?.duplicateKeys.contains(duplicateKey) == true }
    }

    func owner(ofUUID uuid: String) -> Int64? { byUUID[uuid] }
}
