import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

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

    @Test("Concurrent reads, searches, writes, and cancellations leave an intact database")
    func everythingAtOnce() async throws {
        let store = try await TemporaryStore()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<6 {
                tasks.addTask { for step in 0..<10 { _ = try await store.groups.add(named("G\(number)S\(step)")) } }
                tasks.addTask {
                    for _ in 0..<20 { _ = try await store.search.find("G\(number)", at: .beginning, limit: 5) }
                }
                tasks.addTask { for step in 0..<10 { _ = try await store.blobs.store([UInt8(number), UInt8(step)]) } }
                tasks.addTask { try await startAndCancel(in: store) }
            }
            tasks.addTask { for _ in 0..<5 { _ = try await DatabaseMaintainer(of: store.location).check(.deep) } }
            try await tasks.waitForAll()
        }
        let flintstones = try await store.persons.count(.all)
        #expect(flintstones == 0 || flintstones == 8)
        #expect(try await store.groups.count(.all) == (flintstones == 0 ? 60 : 65))
        #expect(try await DatabaseMaintainer(of: store.location).check(.deep).isEmpty)
    }

    /// Starts loading sample data and cancels the task immediately.
    private func startAndCancel(in store: TemporaryStore) async throws {
        let seeding = Task { try await store.seeds.load(.named("flintstones")) }
        seeding.cancel()
        _ = await seeding.result
    }

    @Test("A database can be opened, used, and closed concurrently")
    func openingAndClosing() async throws {
        let folder = try TemporaryFolder()
        try folder.makeStore()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<8 {
                tasks.addTask {
                    for step in 0..<5 {
                        let store = try await Store.open(at: folder.location, mode: .readWrite)
                        _ = try await store.groups.add(named("G\(number)S\(step)"))
                        store.close()
                    }
                }
            }
            try await tasks.waitForAll()
        }
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        #expect(try await store.groups.count(.all) == 40)
        store.close()
    }

    private func named(_ name: String) -> Group {
        var group = Group()
        group.name = name
        return group
    }
}
