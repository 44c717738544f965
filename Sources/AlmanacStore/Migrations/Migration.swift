import Embedded

/// One numbered step of the schema, applied once to each store and never edited afterwards.
struct Migration: Hashable, Sendable {
    let version: Int
    let name: String
    let sql: String
    /// The SHA-256 of its tokens: reformatting it or mending a comment is no change.
    let checksum: String

    /// - Parameter checksum: Where it is known already; else it is worked out.
    init(version: Int, name: String, sql: String, checksum: String? = nil) {
        self.version = version
        self.name = name
        self.sql = sql
        self.checksum = checksum ?? Self.checksum(of: sql)
    }

    static func checksum(of sql: String) -> String { SHA256.hex(of: SQLTokens(sql).bytes) }
}

extension Migration {
    /// Those in `Migrations/` when the program was built, in order. None is hashed at every start: their checksums are
    /// pinned in a file beside them.
    static let embedded: [Migration] = {
        let files = UnsafeBufferPointer(start: embedded_files(), count: embedded_file_count())
        let pinned = files.first { String(cString: $0.path) == "Migrations/checksums" }.map {
            checksums(in: text(of: $0))
        }
        return files.compactMap { file in
            let path = String(cString: file.path)
            return Migration(path: path, sql: text(of: file), checksum: pinned?[path])
        }
        .sorted { $0.version < $1.version }
    }()

    /// Nil unless the path is like `Migrations/0001_records.sql`; only then is the text read, the seeds beside it are large.
    init?(path: String, sql: @autoclosure () -> String, checksum: String? = nil) {
        guard path.hasPrefix("Migrations/"), path.hasSuffix(".sql") else { return nil }
        let parts = path.dropFirst("Migrations/".count).dropLast(".sql".count).split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let version = Int(parts[0]) else { return nil }
        self.init(version: version, name: String(parts[1]), sql: sql(), checksum: checksum)
    }

    /// Lines such as `4f0c… 0001_records.sql`, by the path of the file.
    private static func checksums(in text: String) -> [String: String] {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.count == 2 }
        return Dictionary(lines.map { ("Migrations/\($0[1])", String($0[0])) }) { $1 }
    }

    private static func text(of file: embedded_file) -> String {
        String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
    }
}
