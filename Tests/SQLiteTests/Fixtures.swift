import Glibc
import SQLite
import Synchronization
import Testing

/// What one task raises and another sees.
final class Flag: Sendable {
    private let raised = Atomic(false)

    func raise() {
        raised.store(true, ordering: .releasing)
    }

    var isRaised: Bool {
        raised.load(ordering: .acquiring)
    }

    func isRaisedAtLast() async {
        while !isRaised { await Task.yield() }
    }
}

func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
}

func bytes(of path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(descriptor, &buffer, buffer.count)
    return Array(buffer.prefix(count))
}

/// What a body throws, as SQLite's error, or a failure of the test.
func sqliteError(_ body: () throws -> Void) throws -> SQLiteError {
    let error = #expect(throws: SQLiteError.self) { try body() }
    return try #require(error)
}

extension Connection {
    func integer(_ sql: String) throws -> Int {
        try #require(try first(sql) { $0[0] as Int })
    }

    func texts(_ sql: String) throws -> [String] {
        try all(sql) { $0[0] }
    }
}

/// A query that would run for years.
let endless = """
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
    SELECT count(*) FROM number
    """
