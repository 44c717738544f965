import CSQLite
import Glibc

/// Writers with one fault each, which the tests must find to be worth anything: `PlantedFaults hasty STORE`.
@main
enum PlantedFaults: String {
    /// Changes every person without a journal: what fails in the middle stays half done.
    case unjournaled
    /// Adds persons for ever and says so before each COMMIT.
    case hasty

    static func main() {
        let words = CommandLine.arguments.dropFirst()
        guard let fault = words.first.flatMap(PlantedFaults.init), let path = words.dropFirst().first else { exit(2) }
        var handle: OpaquePointer?
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let handle else { exit(1) }
        switch fault {
        case .unjournaled: unjournaled(handle)
        case .hasty: for number in 1...Int.max { hasty(handle, number) }
        }
        sqlite3_close(handle)
    }

    private static func unjournaled(_ database: OpaquePointer) {
        run(database, "PRAGMA journal_mode = OFF")
        run(database, "UPDATE person SET nickname = hex(zeroblob(2000)), organization = hex(zeroblob(2000))")
    }

    private static func hasty(_ database: OpaquePointer, _ number: Int) {
        run(database, "BEGIN IMMEDIATE")
        run(database, "INSERT INTO person (given) VALUES ('\(number)')")
        let line = Array("\(number)\n".utf8)
        _ = write(1, line, line.count)
        run(database, "COMMIT")
    }

    private static func run(_ database: OpaquePointer, _ sql: String) {
        guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { exit(1) }
    }
}
