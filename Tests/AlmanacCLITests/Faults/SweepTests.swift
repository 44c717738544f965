import TestSupport
import Testing

/// Faults during mutating commands, each of which has one or two thousand possible faults. `ALMANAC_SOAK=N` injects N
/// of them into each command, and `ALMANAC_SOAK_PART=1/2` only into the first half of the commands. Without these
/// variables, one fault is injected into each of two commands.
@Suite("Fault injection: commands", .childProcesses, .long("sweeps the faults of every command"))
struct SweepTests {
    @Test(arguments: try Soak.part(of: Soak.sample(SweptCommand.all, 2)))
    func `A fault leaves the old or the new state, and the error matches that state`(_ command: SweptCommand) throws {
        let sweep = try Sweep(command)
        #expect(sweep.calls.count > 5, "The shim recorded no calls.")
        var chance = SeededGenerator(seed: 3)
        for fault in sweep.faults.shuffled(using: &chance).prefix(try Soak.times(atLeast: 1)) {
            let problem = try sweep.problem(with: fault)
            #expect(problem == nil, "\(fault)")
        }
    }

    @Test func `Every mutating command has a fault sweep`() throws {
        let commands = try Home().almanac("help", "--json").json["commands"]?.array ?? []
        let changing = commands.filter { $0["changes"]?.bool == true }.compactMap { $0["name"]?.string }
        #expect(changing.count > 12)
        // “sync” commits in batches, so the simulations of synchronization test its interruption instead.
        let swept = SweptCommand.all.compactMap(\.words.first) + ["sync"]
        #expect(Set(changing).subtracting(swept) == [])
    }

    @Test(
        arguments: Soak.sample(
            [
                ("open settings", Fault.Call.write, Fault.Kind.forbidden), ("migrate", .open, .forbidden),
                ("backup", .sync, .forbidden), ("backup", .any, .readOnly), ("~/b.db", .any, .failing),
                ("purge", .write, .full), ("purge", .open, .failing), ("salvage", .mkdir, .forbidden),
                ("--rejects", .rename, .forbidden), ("--rejects", .sync, .full),
            ] as [(String, Fault.Call, Fault.Kind)], 2))
    func `A completed change is not reported as failed`(word: String, call: Fault.Call, kind: Fault.Kind) throws {
        let sweep = try Sweep(try #require(SweptCommand.all.first { $0.words.contains(word) }))
        for fault in sweep.faults.filter({ $0.call == call && $0.kind == kind && $0.lasts }).suffix(
            try Soak.times(atLeast: 1))
        {
            let problem = try sweep.problem(with: fault)
            #expect(problem == nil, "\(fault)")
        }
    }

    @Test func `A restore whose outcome is unknown is not reported as failed`() throws {
        let restore = SweptCommand.all.first { $0.words.starts(with: ["restore", "~/b.db", "--yes"]) }
        // The WAL is already complete, and the next start may find it.
        let sweep = try Sweep(try #require(restore))
        let synchronizations = sweep.calls.indices.filter { sweep.calls[$0].call == .sync }
        for number in Soak.sample(synchronizations, 1) {
            let fault = Fault(call: .any, first: number + 1, lasts: true, kind: .full)
            #expect(try sweep.problem(with: fault) == nil, "\(fault)")
        }
    }

    @Test(arguments: ["given=Leia", "salvage"])
    func `A new database is synced exactly once, after its last write`(word: String) throws {
        let sweep = try Sweep(try #require(SweptCommand.all.first { $0.words.contains(word) }))
        let made = sweep.calls.filter {
            $0.path.hasSuffix(".almanac-making") && !$0.path.contains(".photos/") || $0.path.hasSuffix("/database")
        }
        let calls = made.map(\.call)
        let lastWrite = try #require(calls.lastIndex(of: .write))
        #expect(calls[lastWrite...].contains(.sync))
        // Individual pages need not be synced.
        #expect(calls.count { $0 == .sync } == 1, "\(made)")
    }

    @Test func `A failed recovery leaves both its database and its photos, or neither`() throws {
        let salvage = SweptCommand(
            "salvage", "~/.local/share/almanac/almanac.db", "~/saved.db", outputs: ["saved.db", "saved.db.photos"])
        let sweep = try Sweep(salvage)
        // A fault that does not last allows the command to clean up.
        let faults = sweep.faults.filter { $0.call == .sync && $0.kind == .failing && !$0.lasts }
        for fault in Soak.sample(faults, 1) {
            #expect(try sweep.problem(with: fault) == nil, "\(fault)")
        }
    }

    @Test func `A writer without a journal is detected`() throws {
        var command = SweptCommand("unjournaled", "~/.local/share/almanac/almanac.db")
        command.program = BuiltProgram.seededBugs
        let sweep = try Sweep(command)
        let isHalfDone = try sweep.faults.reversed().contains { fault in
            try fault.call == .write && sweep.problem(with: fault)?.contains("neither old") == true
        }
        #expect(isHalfDone)
    }
}
