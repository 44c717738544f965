import Embedded

/// One numbered step of the schema, applied once to each store and never edited afterwards.
struct Migration: Hashable, Sendable {
    let version: Int
    let name: String
    let sql: String
    /// The SHA-256 of its tokens: reformatting it or mending a comment is no change.
    let checksum: String

    init(version: Int, name: String, sql: String) {
        self.version = version
        self.name = name
        self.sql = sql
        checksum = SHA256.hex(of: SQLTokens(sql).bytes)
    }
}

extension Migration {
    /// Those in `Migrations/` when the program was built, in order.
    static let embedded: [Migration] = {
        UnsafeBufferPointer(start: embedded_files(), count: embedded_file_count())
            .compactMap { file in
                let bytes = UnsafeBufferPointer(start: file.bytes, count: file.size)
                return Migration(path: String(cString: file.path), sql: String(decoding: bytes, as: UTF8.self))
            }
            .sorted { $0.version < $1.version }
    }()

    /// Nil unless the path is like `Migrations/0001_records.sql`; only then is the text read, the seeds beside it are large.
    init?(path: String, sql: @autoclosure () -> String) {
        guard path.hasPrefix("Migrations/"), path.hasSuffix(".sql") else { return nil }
        let parts = path.dropFirst("Migrations/".count).dropLast(".sql".count).split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let version = Int(parts[0]) else { return nil }
        self.init(version: version, name: String(parts[1]), sql: sql())
    }
}
