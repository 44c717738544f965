import Model
import SQLite

/// Whether SQLite finds its own pages and indexes sound (https://sqlite.org/pragma.html#pragma_integrity_check).
struct IntegrityCheck: StoreCheck {
    func findings(in connection: Connection) throws -> [Finding] {
        try connection.all("PRAGMA integrity_check") { $0[0] as String }
            .filter { $0 != "ok" }
            .map { Finding(.damagedPage, "SQLite says: \($0).") }
    }
}
