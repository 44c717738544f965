import SQLite
import Testing

@testable import AlmanacStore

@Suite("Insertion of many rows")
struct InsertionTests {
    @Test(
        "Every number of rows is inserted completely and in order", arguments: [0, 1, 30, 31, 32, 255, 256, 257, 800])
    func count(_ count: Int) throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE member (number INTEGER, name TEXT, label TEXT, note TEXT)")
        let note = String(repeating: "n", count: 100)
        try connection.insert(count, rowsInto: "member", ["number", "name", "label", "note"]) {
            $1[$2] = $0
            $1[$2 + 1] = "name \($0)"
            $1[$2 + 2] = "label \($0)"
            $1[$2 + 3] = note
        }
        let rows = try connection.all("SELECT number, name, label, note FROM member ORDER BY rowid") { row in
            "\(row[0] as Int) \(row[1] as String) \(row[2] as String) \(row[3] as String)"
        }
        #expect(rows == (0..<count).map { "\($0) name \($0) label \($0) \(note)" })
    }

    @Test func `Parameters are not numbered, so that SQLite prepares many of them in linear time`() {
        #expect(Connection.values(2, of: 3) == "VALUES (?, ?, ?), (?, ?, ?)")
    }
}
