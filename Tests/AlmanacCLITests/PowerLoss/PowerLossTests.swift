import TestSupport
import Testing

/// Simulated power failures. `ALMANAC_SOAK=N` simulates N of them, but at least four for each of the tested commands,
/// which are up to N of the mutating commands. By default, only a few commands are tested.
@Suite("Power failures", .childProcesses, .long("simulates power failures during every command"))
struct PowerLossTests {
    @Test(arguments: try Soak.part(of: Soak.spaced(SweptCommand.all, atLeast: 5, byDefault: 1)))
    func `A power failure during a command leaves the old or new state, and one after the command leaves the new state`(
        _ command: SweptCommand
    ) throws {
        let run = try PowerLoss([command])
        #expect(run.calls.count > 5, "The shim recorded no calls.")
        var chance = SeededGenerator(seed: 5)
        let count = (try Soak.times(atLeast: 1) - 1) / SweptCommand.all.count + 1
        let problem = try run.problem(after: Soak.isOn ? max(4, count) : 2, chance: &chance)
        #expect(problem == nil)
    }

    @Test func `A migration of a database with a rollback journal survives a power failure`() throws {
        let migrate = SweptCommand("migrate", beginning: .older)
        var chance = SeededGenerator(seed: 5)
        let problem = try PowerLoss([migrate]).problem(
            after: try Soak.times(atLeast: 10, byDefault: 2), chance: &chance)
        #expect(problem == nil)
    }

    @Test func `Consecutive commands survive a power failure`() throws {
        let commands = [
            SweptCommand("edit", "persons/1", "nickname=Freddy"), SweptCommand("photo", "persons/2", "~/new.png"),
            SweptCommand("backup", "~/backup.db", outputs: ["backup.db"]), SweptCommand("delete", "persons/3", "--yes"),
            SweptCommand("restore", "~/backup.db", "--yes"), SweptCommand("undo"),
        ]
        let run = try PowerLoss(Soak.isOn ? commands : Array(commands.prefix(2)))
        var chance = SeededGenerator(seed: 6)
        let problem = try run.problem(after: try Soak.times(atLeast: 8, byDefault: 2), chance: &chance)
        #expect(problem == nil)
    }

    /// A command, and the file that lacks one sync.
    struct MissingSync: Sendable, CustomTestStringConvertible {
        let command: SweptCommand
        let file: String
        var testDescription: String { file }
    }

    private static let missingSyncs = [
        MissingSync(command: SweptCommand("edit", "persons/1", "nickname=Freddy"), file: "almanac.db-wal"),
        MissingSync(command: SweptCommand("photo", "persons/2", "~/new.png"), file: ".photos/"),
        MissingSync(
            command: SweptCommand("backup", "~/backup.db", outputs: ["backup.db"]), file: ".almanac-writing/"),
        MissingSync(
            command: SweptCommand("export", "--to", "~/people.vcf", outputs: ["people.vcf"]), file: ".almanac-writing"),
    ]

    @Test(arguments: try Soak.spaced(missingSyncs, atLeast: 2, byDefault: 1))
    func `A missing sync is detected`(_ missing: MissingSync) throws {
        let run = try PowerLoss([missing.command])
        var chance = SeededGenerator(seed: 7)
        let problem = try run.problem(after: 40, chance: &chance) {
            $0.kind == .sync && $0.path.contains(missing.file)
        }
        #expect(problem != nil)
    }

    @Test func `A writer that does not sync is detected`() throws {
        var command = SweptCommand("unsynced", "~/.local/share/almanac/almanac.db")
        command.program = BuiltProgram.seededBugs
        var chance = SeededGenerator(seed: 8)
        #expect(try PowerLoss([command]).problem(after: 20, chance: &chance) != nil)
    }
}
