import CSQLite
import Glibc
import SQLite

/// The writers with one seeded bug each, which the tests must detect: `SeededBugs hasty STORE`.
@main
enum SeededBugs: String {
    /// A writer that changes all persons without a journal, so a failure leaves some of the changes.
    case unjournaled
    /// A writer that adds persons endlessly and reports each person before its COMMIT.
    case hasty
    /// A writer that runs out of memory and prints the error.
    case starved
    /// A writer that changes all persons without syncing, so a power failure loses the change or damages the database.
    case unsynced

    static func main() {
        let words = CommandLine.arguments.dropFirst()
        guard let fault = words.first.flatMap(SeededBugs.init), let path = words.dropFirst().first else { exit(2) }
        switch fault {
        case .unjournaled: writeUnjournaled(open(path))
        case .hasty:
            let database = open(path)
            for number in 1...Int.max { addHastily(number, to: database) }
        case .starved: starve(path)
        case .unsynced: writeUnsynced(open(path))
        }
    }

    private static func open(_ path: String) -> OpaquePointer {
        var handle: OpaquePointer?
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let handle else { exit(1) }
        return handle
    }

    private static func starve(_ path: String) {
        // Initializing SQLite first keeps its memory statistics enabled. Without them, SQLite does not enforce a heap
        // limit.
        guard sqlite3_initialize() == SQLITE_OK else { exit(1) }
        do {
            let connection = try Connection(at: path, mode: .readWrite)
            try connection.transaction {
                try connection.run("UPDATE person SET nickname = 'half'")
                try connection.execute("PRAGMA hard_heap_limit = 400000")
                try connection.run("UPDATE person SET nickname = hex(randomblob(2000000))")
            }
        } catch {
            say("\(error)")
        }
    }

    private static func writeUnjournaled(_ database: OpaquePointer) {
        run(database, "PRAGMA journal_mode = OFF")
        run(database, "UPDATE person SET nickname = hex(zeroblob(2000)), organization = hex(zeroblob(2000))")
    }

    private static func writeUnsynced(_ database: OpaquePointer) {
        run(database, "PRAGMA synchronous = OFF")
        run(database, "UPDATE person SET nickname = 'unsynced'")
        sqlite3_close(database)
    }

    private static func addHastily(_ number: Int, to database: OpaquePointer) {
        run(database, "BEGIN IMMEDIATE")
        run(database, "INSERT INTO person (given) VALUES ('\(number)')")
        say("\(number)")
        // Leaves time for a kill before the COMMIT. Frames that are already in the WAL would survive the kill.
        usleep(20_000)
        run(database, "COMMIT")
    }

    private static func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(1, line, line.count)
    }

    private static func run(_ database: OpaquePointer, _ sql: String) {
        guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { exit(1) }
    }
}
