import Glibc
import Interchange
import Model
import SQLite
import Synchronization
import TestSupport
import Testing
@testable import AlmanacStore

/// The reported outcomes of an unconfirmed commit after the database is reopened.
struct CommitOutcomeTests {
    let folder: TemporaryFolder
    let store: Store
    let failure = CommitOutcomeUnknown(cause: SQLiteError(.ioError, "disk I/O error"))
    private let detail = "SQLite reports: disk I/O error (10)."

    init() async throws {
        folder = try TemporaryFolder()
        store = try await folder.newStore()
    }

    private func mark(keeping isKept: Bool) async throws -> CommitMark {
        struct Undone: Error {}
        let connection = try Connection(at: folder.location.path, mode: .readWrite)
        var mark = CommitMark.none
        _ = try? connection.transaction {
            let before = CommitMark(of: connection)
            try connection.run("INSERT INTO person (given) VALUES ('Leia')")
            mark = CommitMark(of: connection, since: before)
            if !isKept { throw Undone() }
        }
        return mark
    }

    @Test("D4 A change that is in the file is reported as saved")
    func kept() async throws {
        let mark = try await mark(keeping: true)
        let problem = await store.database.outcome(of: failure, mark) as? StoreProblem
        #expect(problem == .savedUnconfirmed(detail: "\(detail)"))
    }

    @Test("D4 A change that is not in the file is reported as lost, even if its change ID was reused")
    func lost() async throws {
        let mark = try await mark(keeping: false)
        #expect(await store.database.outcome(of: failure, mark) as? StoreProblem == .notSaved(detail: "\(detail)"))
        _ = try await store.groups.add(Group())
        #expect(await store.database.outcome(of: failure, mark) as? StoreProblem == .notSaved(detail: "\(detail)"))
    }

    @Test("D4 Without a commit mark, the outcome is unknown")
    func unknown() async throws {
        #expect(
            await store.database.outcome(of: failure, .none) as? StoreProblem == .unknownOutcome(detail: "\(detail)"))
    }
}

/// The user-facing messages of all SQLite result codes (https://sqlite.org/rescode.html).
@Suite("D25 Every SQLite error becomes a message with advice")
struct ErrorCodeTests {
    private static let primary = (1...26).filter { ![16, 24].contains($0) }

    private static func problem(_ code: Int32, systemError: Int32 = 0) throws -> StoreProblem {
        let primary = try #require(ResultCode(rawValue: code & 0xFF))
        return StoreProblem(
            SQLiteError(primary, "it said so", extendedCode: code, systemError: systemError), at: "/a/b.db")
    }

    @Test("The message for each code states what happened and what to do", arguments: primary + extended.keys.sorted())
    func sentences(_ code: Int) throws {
        let problem = try Self.problem(Int32(code))
        let sentences = problem.explanation.sentences.map(\.description)
        #expect(sentences.count >= 2 && sentences.allSatisfy { $0.hasSuffix(".") }, "\(sentences)")
        let advice = try #require(sentences.last)
        #expect(!advice.contains("SQLite reports"), "\(advice)")
        #expect(Self.advice.contains { advice.hasPrefix($0) }, "\(advice)")
        #expect(problem.explanation.status == .failed)
    }

    /// The opening words of sentences that give advice.
    private static let advice = [
        "Try again", "Make", "Fix", "Check", "Close", "Use", "Put", "Free", "Shorten", "Raise",
    ]

    @Test("Common extended SQLite error codes have specific messages", arguments: extended)
    func common(_ code: Int, _ expected: String) throws {
        #expect(try Self.problem(Int32(code)).explanation.sentences[0].contains(expected))
    }

    private static let extended: [Int: String] = [
        261: "locked", 517: "locked", 773: "locked", 262: "locked", 518: "locked",
        266: "Disk I/O error", 522: "damaged", 778: "Disk I/O error", 1034: "Disk I/O error",
        1290: "Disk I/O error", 1546: "Disk I/O error",
        2570: "Disk I/O error", 3338: "Disk I/O error", 3850: "Disk I/O error", 4106: "Disk I/O error",
        4618: "Disk I/O error", 4874: "Disk I/O error",
        5386: "Disk I/O error", 6154: "Disk I/O error", 8202: "Disk I/O error",
        3082: "Not enough memory",
        264: "is read-only", 520: "is read-only", 776: "is read-only", 1288: "is read-only",
        1544: "is read-only", 1032: "was moved",
        267: "damaged", 523: "damaged", 779: "damaged",
        270: "Cannot open", 526: "Cannot open", 782: "Cannot open", 1550: "Cannot open",
        516: "Database error", 275: "Database error", 787: "Database error", 1299: "Database error",
        1555: "Database error", 1811: "Database error",
        2067: "Database error", 2579: "Database error", 3091: "Database error",
    ]

    @Test(
        "I/O and open errors due to a lack of disk space are reported as a full disk", arguments: [778, 4874, 14, 782])
    func noRoom(_ code: Int32) throws {
        for number in [ENOSPC, EDQUOT] {
            #expect(try Self.problem(code, systemError: number) == .full)
        }
        #expect(try Self.problem(code, systemError: EIO) != .full)
    }
}

/// The user-facing problems of real SQLite failures.
struct StoreProblemTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("D2 A write that fails because the disk is full is rolled back, and the database can still be read")
    func full() async throws {
        let database = try folder.open(.createIfMissing, [.stars])
        await #expect(throws: StoreProblem.full) {
            try await database.writing { connection in
                try connection.execute("PRAGMA max_page_count = 1")
                for number in 2...5000 { try connection.run("INSERT INTO star VALUES (?1, 'x')") { $0[1] = number } }
            }
        }
        #expect(try await database.reading { try $0.first("SELECT count(*) FROM star") { $0[0] as Int } } == 1)
    }

    @Test("D6 A database locked by another connection is reported after the timeout")
    func busy() async throws {
        try folder.makeStore([.stars])
        let database = StoreDatabase(
            sqlite: try Database(at: folder.location.path, mode: .readWrite, busyLimit: .zero))
        let other = try Connection(at: folder.location.path, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        await #expect(throws: StoreProblem.busy(seconds: 5)) {
            try await database.writing { try $0.run("DELETE FROM star") }
        }
        try other.execute("ROLLBACK")
        #expect(try await database.writing { try $0.run("DELETE FROM star") } == 1)
    }

    @Test("A value whose type differs from the requested type is reported as damage")
    func mismatch() async throws {
        let database = try folder.open(.createIfMissing, [.stars])
        let problem = await #expect(throws: StoreProblem.self) {
            try await database.reading { try $0.first("SELECT name FROM star") { $0[0] as Int } }
        }
        #expect(
            problem?.description.hasPrefix("The database is damaged. SQLite reports: column 0 “name” contains") == true)
    }

    @Test(
        "SQLite errors are reported as specific problems",
        arguments: [
            (.ioError, .io(detail: "SQLite reports: oh (10).")),
            (.corrupt, .damaged(detail: "SQLite reports: oh (11).")),
            (.readOnly, .readOnly(path: "/a")), (.notADatabase, .notADatabase(path: "/a")),
            (.cantOpen, .cannotOpen(path: "/a", reason: "SQLite reports: oh (14).")), (.locked, .busy(seconds: 5)),
            (.outOfMemory, .outOfMemory),
        ] as [(ResultCode, StoreProblem)])
    func table(code: ResultCode, problem: StoreProblem) {
        #expect(StoreProblem(SQLiteError(code, "oh"), at: "/a") == problem)
    }

    @Test("Errors of other types are rethrown unchanged")
    func others() async throws {
        let database = try folder.open(.createIfMissing, [.stars])
        let problem = RecordProblem.notFound(RecordID(kind: .person, number: 7))
        await #expect(throws: problem) { try await database.writing { _ in throw problem } }
    }
}

/// Concurrency tests for the thread sanitizer: `swift test --sanitize=thread --scratch-path .build-tsan --filter
/// Stress`.
@Suite("Stress")
struct StressTests {
    @Test("Concurrent increments with version checks do not lose updates")
    func optimisticCounting() async throws {
        let store = try await TemporaryStore()
        let counter = try await store.groups.add(named("0"))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<8 {
                tasks.addTask { for _ in 0..<10 { try await countUp(counter.id, in: store) } }
            }
            try await tasks.waitForAll()
        }
        let end = try await store.groups.record(counter.id)
        #expect(end.content.name == "80")
        #expect(end.version == counter.version + 80)
    }

    private func countUp(_ id: Group.ID, in store: TemporaryStore) async throws {
        while true {
            let record = try await store.groups.record(id)
            let next = named(String((Int(record.content.name) ?? 0) + 1))
            do {
                _ = try await store.groups.update(id, version: record.version, to: next)
                return
            } catch RecordProblem.versionConflict {
                continue
            }
        }
    }

    @Test("Concurrent reads, searches, writes, and cancellations leave an intact database", .long("concurrent tasks"))
    func everythingAtOnce() async throws {
        let store = try await TemporaryStore()
        let (count, rounds) = Soak.isOn ? (6, 10) : (4, 5)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<count {
                tasks.addTask {
                    for step in 0..<rounds { _ = try await store.groups.add(named("G\(number)S\(step)")) }
                }
                tasks.addTask {
                    for _ in 0..<2 * rounds {
                        _ = try await store.search.find("G\(number)", at: .beginning, limit: 5)
                    }
                }
                tasks.addTask {
                    for step in 0..<rounds { _ = try await store.blobs.store([UInt8(number), UInt8(step)]) }
                }
                tasks.addTask { try await startAndCancel(in: store) }
            }
            tasks.addTask {
                for _ in 0..<rounds / 2 { _ = try await DatabaseMaintainer(of: store.location).check(.deep) }
            }
            try await tasks.waitForAll()
        }
        let flintstones = try await store.persons.count(.all)
        #expect(flintstones == 0 || flintstones == 8)
        #expect(try await store.groups.count(.all) == count * rounds + (flintstones == 0 ? 0 : 5))
        #expect(try await DatabaseMaintainer(of: store.location).check(.deep).isEmpty)
    }

    /// Starts loading sample data and cancels the task immediately.
    private func startAndCancel(in store: TemporaryStore) async throws {
        let seeding = Task { try await store.seeds.load(.named("flintstones")) }
        seeding.cancel()
        _ = await seeding.result
    }

    @Test("A database can be opened, used, and closed concurrently", .long("concurrent tasks"))
    func openingAndClosing() async throws {
        let folder = try TemporaryFolder()
        try await folder.putNewDatabase()
        let (count, rounds) = Soak.isOn ? (8, 5) : (4, 3)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<count {
                tasks.addTask {
                    for step in 0..<rounds {
                        let store = try await Store.open(at: folder.location, mode: .readWrite)
                        _ = try await store.groups.add(named("G\(number)S\(step)"))
                        store.close()
                    }
                }
            }
            try await tasks.waitForAll()
        }
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        #expect(try await store.groups.count(.all) == count * rounds)
        store.close()
    }

    private func named(_ name: String) -> Group {
        var group = Group()
        group.name = name
        return group
    }
}

@Suite("Incorrect clocks")
struct ClockTests {
    @Test(
        "A time before 1970 is formatted with its milliseconds",
        arguments: [
            (-1, "1969-12-31T23:59:59.999Z"), (-1_000, "1969-12-31T23:59:59.000Z"), (0, "1970-01-01T00:00:00.000Z"),
            (1_001, "1970-01-01T00:00:01.001Z"),
        ] as [(Int64, String)])
    func times(milliseconds: Int64, text: String) {
        #expect(Timestamp(millisecondsSince1970: milliseconds).rawValue == text)
    }

    @Test(
        "D22 Changes keep the order they were made in, regardless of the clock",
        arguments: [
            0, -86_400_000, 2_147_483_648_000, 253_402_300_799_000,
        ] as [Int64])
    func order(_ later: Int64) async throws {
        let folder = try TemporaryFolder()
        let first = try await folder.newStore()
        let group = try await first.groups.add(named("One"))
        first.close()

        let clock = StoreClock(milliseconds: { later }, sleep: { _ in })
        let store = try await Store.open(at: folder.location, mode: .readWrite, clock: clock)
        let changed = try await CommandContext.$current.withValue(CommandContext("edit groups/1 name=Two", by: nil)) {
            try await store.groups.update(group.id, version: group.version, to: named("Two"))
        }
        #expect(changed.version == group.version + 1)
        let steps = try await store.history.steps(about: group.recordID, at: .beginning, limit: 10).items
        #expect(steps.map(\.origin).first == .command("edit groups/1 name=Two", by: nil))
        let step = try #require(try await store.history.nextUndo())
        _ = try await store.history.undo(step.id)
        #expect(try await store.groups.record(group.id).content.name == "One")
        #expect(try await DatabaseMaintainer(of: folder.location).check(.deep).isEmpty)
        store.close()
    }

    @Test("Steps recorded with a clock set back do not hide earlier steps in the history since a given time")
    func since() async throws {
        let folder = try TemporaryFolder()
        let first = try await folder.newStore()
        var group = try await first.groups.add(named("One"))
        first.close()

        let slow = StoreClock(milliseconds: { 0 }, sleep: { _ in })
        let store = try await Store.open(at: folder.location, mode: .readWrite, clock: slow)
        for name in ["Two", "Three"] {
            group = try await CommandContext.$current.withValue(CommandContext("edit \(name)", by: nil)) {
                try await store.groups.update(group.id, version: group.version, to: named(name))
            }
        }
        for record in [nil, group.recordID] {
            let steps = try await store.history.steps(
                about: record, since: Timestamp(rawValue: "2000-01-01T00:00:00.000Z"), matching: "", at: .beginning,
                limit: 1)
            #expect(steps.items.map(\.id.rawValue) == [1] && !steps.hasMore)
        }
        store.close()
    }

    private func named(_ name: String) -> Group {
        var group = Group()
        group.name = name
        return group
    }
}

/// A clock that advances only by sleeping or on request and records its sleeps.
final class TestClock: Sendable {
    private struct State {
        var milliseconds: Int64
        var sleeps: [Duration] = []
    }

    private let state = Mutex(State(milliseconds: 1_795_230_000_000))

    var store: StoreClock {
        StoreClock(milliseconds: { self.state.withLock(\.milliseconds) }) { duration in
            self.state.withLock { state in
                state.sleeps.append(duration)
                state.milliseconds += duration.components.seconds * 1000
            }
        }
    }

    func advance(by duration: Duration) {
        state.withLock { $0.milliseconds += duration.components.seconds * 1000 }
    }

    /// Removes and returns the recorded sleeps.
    func removeSleeps() -> [Duration] {
        state.withLock { state in
            defer { state.sleeps = [] }
            return state.sleeps
        }
    }
}
