import BenchmarksC
import SQLite
import TestSupport

/// A workload that updates one field of 5,000 people. A trigger records the old and new rows as JSON.
final class UpdateWithHistory: Workload {
    let name = "update with history"
    let goal: Double? = nil
    var operations: Int { ids.count }

    /// The statements that create the history.
    private static let history = """
        CREATE TABLE change (
            id INTEGER PRIMARY KEY, person INTEGER NOT NULL, old TEXT NOT NULL, new TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER person_updated AFTER UPDATE ON person BEGIN
            INSERT INTO change (person, old, new) VALUES (old.id, \(object("old")), \(object("new")));
        END;
        """

    // Concatenates strings, because SQLite 3.40 rejects JSON functions in triggers of an untrusted schema.
    private static func object(_ row: String) -> String {
        let members = ["given", "family", "email", "phone", "birthday", "height", "favorite"].map { column in
            #"'"\#(column)":"' || replace(replace(ifnull(\#(row).\#(column), ''), '\', '\\'), '"', '\"') || '"'"#
        }
        return "'{' || " + members.joined(separator: " || ',' || ") + " || '}'"
    }

    private static let update = "UPDATE person SET phone = ?2 WHERE id = ?1"

    private let ids: [Int64]
    private let connection: Connection
    private let store: CStore
    private let cConnection: Connection
    private var round = 0
    private var phone: String { "+1 555 0199 \(round)" }

    init(in folder: TemporaryFolder) throws {
        let people = 20_000
        let path = folder.file("update-swift.sqlite")
        let cPath = folder.file("update-c.sqlite")
        connection = try Connection(at: path, mode: .createNew)
        cConnection = try Connection(at: cPath, mode: .createNew)
        for connection in [connection, cConnection] {
            try Population.fill(connection, with: people)
            try connection.execute(Self.history)
        }
        store = CStore(at: cPath, people: 1)
        ids = (0..<5000).map { Int64($0 * 7919 % people + 1) }
    }

    func prepare() {
        round += 1
    }

    func runSwift() throws {
        let phone = phone
        try connection.transaction {
            var update = try connection.prepare(Self.update)
            for id in ids {
                try update.run {
                    $0[1] = id
                    $0[2] = phone
                }
            }
        }
    }

    func runC() {
        c_update(store.pointer, Self.update, ids, ids.count, phone)
    }

    func isEqual() throws -> Bool {
        func last(_ connection: Connection) throws -> [String] {
            let sql = "SELECT person || old || new FROM change ORDER BY id DESC LIMIT \(ids.count)"
            return try connection.all(sql) { $0[0] }
        }
        let changes = try last(connection)
        return try changes.count == ids.count && changes == last(cConnection)
    }
}
