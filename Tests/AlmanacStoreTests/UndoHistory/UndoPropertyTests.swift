import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// A property test of undo. `ALMANAC_SOAK=N` runs N sequences.
@Suite("Every sequence of changes can be undone and redone", .long("random sequences of commands"))
struct UndoPropertyTests {
    /// Runs up to 50 sequences in turn on each database.
    @Test(arguments: Array(stride(from: 0, to: try Soak.times(atLeast: 25, byDefault: 5), by: 50)))
    func `Undoing any sequence in reverse restores the former state, and redoing restores the later state`(first: Int)
        async throws
    {
        let store = try await TemporaryStore()
        for seed in try first..<min(first + 50, Soak.times(atLeast: 25, byDefault: 5)) {
            for fault in try await faults(of: seed, on: store) { Issue.record("\(fault)") }
        }
    }

    @Test(arguments: Array(stride(from: 0, to: try Soak.times(atLeast: 25, byDefault: 5), by: 50)))
    func `Undoing all steps after a purge restores everything except the purged records`(first: Int) async throws {
        for seed in try first..<min(first + 50, Soak.times(atLeast: 25, byDefault: 5)) {
            let store = try await TemporaryStore()
            var commands = try await RandomCommands(store, seed: UInt64(seed))
            for _ in 0..<8 { _ = try await commands.next() }
            // Later changes by other programs must not join the last step.
            try await CommandContext.$current.withValue(CommandContext("new person", by: nil)) {
                _ = try await store.persons.add(Person())
            }
            try await settle(store)
            let last = try await store.history.steps(about: nil, at: .beginning, limit: 1).items.first?.id
            let copy = "\(store.path)-\(seed)"
            try store.connection().execute("VACUUM INTO '\(copy)'")
            var undone: [Step.ID] = []
            for _ in 0..<12 { undone += [try await commands.next()].compactMap(\.self) }
            let trash = try await store.history.trash(at: .beginning, limit: 50).items.map(\.record.address)
            let purged = trash.filter { _ in commands.chance.happens(oneIn: 2) }
            try await store.history.purge(purged)
            for _ in 0..<4 { undone += [try await commands.next()].compactMap(\.self) }
            // Undoing a later step cannot restore the state of the copy if an earlier step was undone.
            if undone.contains(where: { $0.rawValue <= last?.rawValue ?? 0 }) { continue }
            do {
                while let step = try await store.history.nextUndo(), step.id.rawValue > last?.rawValue ?? 0 {
                    _ = try await store.history.undo(step.id)
                }
            } catch HistoryProblem.changedSince(_, let differences, _)
                where differences.allSatisfy({ $0.by?.role.original != nil })
            {
                // Undoing an earlier step out of order has changed the record, and can itself be undone.
                continue
            }
            try await settle(store)
            let expected = try Connection(at: copy, mode: .readWrite)
            for record in purged {
                try expected.run("DELETE FROM \(record.kind.table) WHERE id = ?1", binding: record.number)
            }
            // The entries of purged sample data remain, so that loading the set again does not add them. The merges of
            // other persons into a purged person are lost.
            let differences = try UserContent(of: store).differences(from: UserContent(of: expected)).filter {
                !$0.hasPrefix("+ planted") && !$0.contains(" person_merge ")
            }
            #expect(differences == [], "sequence \(seed), purged \(purged)")
        }
    }

    @Test func `Missing rows of the history are detected`() async throws {
        let store = try await TemporaryStore()
        var isNoticed = false
        for seed in 0..<100 where !isNoticed {
            do {
                isNoticed = try await !faults(of: seed, on: store, beforeUndo: forgetPhones).isEmpty
            } catch is HistoryProblem {
                isNoticed = true
            }
        }
        #expect(isNoticed)
    }

    /// Removes the recorded phone numbers, as a program could that does not know the rules of the history.
    private func forgetPhones(_ store: TemporaryStore) throws {
        let file = try store.connection()
        let trigger = try file.first(
            "SELECT sql FROM sqlite_schema WHERE name = 'person_phone_past_delete_refused'"
        ) { $0[0] as String }
        try file.execute("DROP TRIGGER person_phone_past_delete_refused; DELETE FROM person_phone_past")
        try file.execute(#require(trigger))
    }

    /// Returns the violations of the property by a sequence. One in three sequences is not undone: the next sequence
    /// starts from its result.
    private func faults(
        of seed: Int, on store: TemporaryStore, beforeUndo change: (TemporaryStore) throws -> Void = { _ in }
    ) async throws -> [String] {
        var deeds = try await RandomCommands(store, seed: UInt64(seed))
        let start = try UserContent(of: store)
        var last = try await store.history.steps(about: nil, at: .beginning, limit: 1).items.first?.id.rawValue ?? 0
        var done: [Done] = []
        for _ in 0..<Int.random(in: 2...9, using: &deeds.chance) {
            let undone = try await deeds.next()
            let steps = try await store.history.steps(about: nil, at: .beginning, limit: 9).items.reversed()
            for step in steps where step.id.rawValue > last {
                done.append(undone.map { .undo($0) } ?? .edit(step.id))
                last = step.id.rawValue
            }
        }
        try await settle(store)
        let end = try UserContent(of: store)
        try change(store)
        var faults: [String] = []
        func expect(_ content: UserContent) throws {
            let differences = try UserContent(of: store).differences(from: content)
            if !differences.isEmpty { faults += ["sequence \(seed): \(done)"] + differences }
        }

        for deed in done.reversed() { try await deed.undo(in: store) }
        try expect(start)
        try await settle(store)

        for deed in done { try await deed.doAgain(in: store) }
        try expect(end)
        try await settle(store)

        if seed.isMultiple(of: 3) { return faults }
        for deed in done.reversed() { try await deed.undo(in: store) }
        try expect(start)
        return faults
    }

    /// Updates the search index and expects an intact index, intact foreign keys, and no active step.
    private func settle(_ store: TemporaryStore) async throws {
        let file = try store.connection()
        try file.transaction { try SearchIndex(file).update() }
        #expect(try SearchCheck().findings(in: file) == [])
        #expect(try ForeignKeyCheck().findings(in: file) == [])
        #expect(try file.first("SELECT count(*) FROM present_step") { $0[0] as Int } == 0)
    }

    private enum Done {
        case edit(Step.ID)
        case undo(Step.ID)

        func undo(in store: TemporaryStore) async throws {
            switch self {
            case .edit(let step): _ = try await store.history.undo(step)
            case .undo(let step): _ = try await store.history.redo(step)
            }
        }

        func doAgain(in store: TemporaryStore) async throws {
            switch self {
            case .edit(let step): _ = try await store.history.redo(step)
            case .undo(let step): _ = try await store.history.undo(step)
            }
        }
    }
}
