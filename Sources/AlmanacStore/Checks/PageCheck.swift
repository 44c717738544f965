import Localization
import Model
import SQLite

/// Whether SQLite finds its own pages sound, and the values in them as the schema promises; the deep look also compares
/// every index with its table (https://sqlite.org/pragma.html#pragma_quick_check).
struct PageCheck: StoreCheck {
    var part: Title { "pages" }
    let depth: CheckDepth

    func findings(in connection: Connection) throws -> [Finding] {
        try connection.all(depth == .quick ? "PRAGMA quick_check" : "PRAGMA integrity_check") { $0[0] as String }
            .filter { $0 != "ok" }
            .map { Finding(Self.name(of: $0), "SQLite says: \($0).") }
    }

    /// By SQLite's own words, which have not changed for twenty years.
    private static func name(of sentence: String) -> Finding.Name {
        let ofIndexes = [
            "missing from index", "entries in index", "non-unique entry in index", "values differ from index",
        ]
        let ofValues = ["CHECK constraint failed in", " value in "]
        if ofIndexes.contains(where: sentence.holds) { return .brokenIndex }
        return ofValues.contains(where: sentence.holds) ? .badValue : .damagedPage
    }
}

extension String {
    fileprivate func holds(_ part: String) -> Bool { utf8.firstRange(of: part.utf8) != nil }
}
