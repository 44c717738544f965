import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Incorrect clocks")
struct ClockTests {
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
        let steps = try await store.history.steps(about: group.address, at: .beginning, limit: 10).items
        #expect(steps.map(\.origin).first == .command("edit groups/1 name=Two", by: nil))
        let step = try #require(try await store.history.nextUndo())
        _ = try await store.history.undo(step.id)
        #expect(try await store.groups.record(group.id).content.name == "One")
        #expect(try await DatabaseMaintainer(of: folder.location).check(.deep).isEmpty)
        store.close()
    }

    @Test("Steps recorded by a slow clock do not hide earlier steps from the history since a time")
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
        for record in [nil, group.address] {
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
