import BenchmarksC
import SQLite
import TestSupport

/// A workload that inserts people into an empty table in one transaction.
final class BulkInsert: Workload {
    let name = "bulk insert"
    let goal: Double? = 1.18
    var operations: Int { people.count }

    private let folder: TemporaryFolder
    private let people: [Person]
    private let cPeople: [c_person]
    private let connection: Connection
    private let store: CStore
    private let handStore: CStore

    init(_ count: Int, in folder: TemporaryFolder) throws {
        self.folder = folder
        connection = try Connection(at: folder.file("insert-swift.sqlite"), mode: .createNew)
        try connection.execute(Settings.pragmas)
        let store = CStore(at: folder.file("insert-c.sqlite"), people: count)
        self.store = store
        handStore = CStore(at: folder.file("insert-hand.sqlite"), people: 1)
        people = (1...count).map { Person(number: $0) }
        cPeople = people.map { c_person($0, in: store) }
    }

    func prepare() throws {
        let script = "DROP TABLE IF EXISTS person;" + Person.table
        try connection.execute(script)
        c_execute(store.pointer, script)
        c_execute(handStore.pointer, script)
    }

    func runSwift() throws {
        try connection.transaction {
            var insert = try connection.prepare(Person.insert)
            for person in people {
                try insert.run { person.bind(to: &$0) }
            }
        }
    }

    func runC() {
        c_insert(store.pointer, Person.insert, cPeople, cPeople.count)
    }

    func runByHand() -> Bool {
        handStore.insert(people)
        return true
    }

    func isEqual() throws -> Bool {
        let inserted = try connection.all(Person.scan) { Person($0) }
        let others = try ["insert-c.sqlite", "insert-hand.sqlite"].map {
            try Connection(at: folder.file($0), mode: .readOnly).all(Person.scan) { Person($0) }
        }
        return inserted == people && others == [people, people]
    }
}
