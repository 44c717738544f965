import TestSupport
import Testing

/// In CI some faults of each command; with `ALMANAC_SOAK` all of them.
@Suite("Every fault of the disk")
struct SweepTests {
    @Test(arguments: SweptCommand.all)
    func leavesTheOldOrTheNewStateAndIsToldTruthfully(_ command: SweptCommand) throws {
        let sweep = try Sweep(command)
        #expect(sweep.calls.count > 5, "The shim sees nothing.")
        var chance = Chance(seed: 3)
        let faults = Soak.isWanted ? sweep.faults : Array(sweep.faults.shuffled(using: &chance).prefix(12))
        for fault in faults {
            let problem = try sweep.problem(with: fault)
            #expect(problem == nil, "\(fault)")
        }
    }
}
