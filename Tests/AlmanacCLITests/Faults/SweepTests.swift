import TestSupport
import Testing

/// A command has one or two thousand possible faults. `ALMANAC_SOAK=N` injects N of them for each command.
@Suite("Every fault of the disk", .childProcesses)
struct SweepTests {
    @Test(arguments: SweptCommand.all)
    func leavesTheOldOrTheNewStateAndIsToldTruthfully(_ command: SweptCommand) throws {
        let sweep = try Sweep(command)
        #expect(sweep.calls.count > 5, "The shim sees nothing.")
        var chance = SeededGenerator(seed: 3)
        for fault in sweep.faults.shuffled(using: &chance).prefix(try Soak.times(atLeast: 1)) {
            let problem = try sweep.problem(with: fault)
            #expect(problem == nil, "\(fault)")
        }
    }

    @Test func everyCommandThatChangesSomethingIsHere() throws {
        let commands = try Home().almanac("help", "--json").json["commands"]?.array ?? []
        let changing = commands.filter { $0["changes"]?.bool == true }.compactMap { $0["name"]?.string }
        #expect(changing.count > 12)
        #expect(Set(changing).subtracting(SweptCommand.all.compactMap(\.words.first)) == [])
    }

    @Test(arguments: [
        ("open settings", Fault.Call.write, Fault.Kind.forbidden), ("migrate", .open, .forbidden),
        ("backup", .sync, .forbidden), ("backup", .any, .readOnly), ("~/b.db", .any, .failing),
        ("purge", .open, .failing), ("salvage", .mkdir, .forbidden),
        ("--rejects", .link, .forbidden), ("--rejects", .sync, .full),
    ])
    func whatWasCarriedOutIsNeverToldAsIfNothingHadChanged(word: String, call: Fault.Call, kind: Fault.Kind) throws {
        let sweep = try Sweep(try #require(SweptCommand.all.first { $0.words.contains(word) }))
        for fault in sweep.faults.filter({ $0.call == call && $0.kind == kind && $0.lasts }).suffix(
            try Soak.times(atLeast: 1))
        {
            #expect(try sweep.problem(with: fault) == nil, "\(fault)")
        }
    }

    /// The log is whole by then, and the next start may find it.
    @Test func aRestoreThatTheDiskDoesNotConfirmIsNotToldAsIfNothingHadChanged() throws {
        let restore = SweptCommand.all.first { $0.words.starts(with: ["restore", "~/b.db", "--yes"]) }
        let sweep = try Sweep(try #require(restore))
        for (number, call) in sweep.calls.enumerated() where call.call == .sync {
            let fault = Fault(call: .any, first: number + 1, lasts: true, kind: .full)
            #expect(try sweep.problem(with: fault) == nil, "\(fault)")
        }
    }

    /// The disk need not confirm each of its pages on the way.
    @Test(arguments: ["given=Leia", "salvage"])
    func aStoreThatIsMadeIsConfirmedBehindItsLastWrite(word: String) throws {
        let sweep = try Sweep(try #require(SweptCommand.all.first { $0.words.contains(word) }))
        let made = sweep.calls.filter { $0.path.hasSuffix(".almanac-making") && !$0.path.contains(".photos.") }
        let calls = made.map(\.call)
        let lastWrite = try #require(calls.lastIndex(of: .write))
        #expect(calls[lastWrite...].contains(.sync))
        #expect(calls.count { $0 == .sync } == 1, "\(made)")
    }

    /// Where the disk works again after the fault; else nothing could be taken away.
    @Test func aBackupHasItsPhotosOrThereIsNeither() throws {
        let outputs = ["backup.db", "backup.db.photos/manifest"]
        let sweep = try Sweep(SweptCommand("backup", "~/backup.db", outputs: outputs))
        for fault in sweep.faults where fault.call == .sync && fault.kind == .failing && !fault.lasts {
            #expect(try sweep.problem(with: fault) == nil, "\(fault)")
        }
    }

    /// The planted fault: what this sweep is worth.
    @Test func aWriterWithoutAJournalIsCaught() throws {
        var command = SweptCommand("unjournaled", "~/.local/share/almanac/almanac.db")
        command.program = BuiltProgram.seededBugs
        let sweep = try Sweep(command)
        let isHalfDone = try sweep.faults.reversed().contains { fault in
            try fault.call == .write && sweep.problem(with: fault)?.contains("neither old") == true
        }
        #expect(isHalfDone)
    }
}
