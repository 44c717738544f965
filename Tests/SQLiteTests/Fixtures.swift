import Glibc
import SQLite
import Synchronization
import Testing

/// An event that one task signals and others wait for.
final class Flag: Sendable {
    private struct State {
        var isRaised = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    func raise() {
        let waiting = state.withLock { state in
            defer { state = State(isRaised: true) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    var isRaised: Bool { state.withLock(\.isRaised) }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isRaised = state.withLock { state in
                if !state.isRaised { state.waiting.append(continuation) }
                return state.isRaised
            }
            if isRaised { continuation.resume() }
        }
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

/// Returns the SQLite error that the body throws. Any other outcome fails the test.
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
