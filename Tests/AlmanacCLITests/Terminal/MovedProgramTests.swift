import TestSupport
import Testing

@Suite("Independence from the build folder", .childProcesses)
struct MovedProgramTests {
    @Test func `A moved program can create a database, load sample data, and search`() throws {
        let home = try Home()
        let program = try home.copyOfProgram()
        let loaded = try ChildProcess.run(program, ["seed", "flintstones", "solar"], environment: home.environment)
        #expect(loaded.status == 0, "\(loaded.errors)")
        let found = try ChildProcess.run(program, ["find", "tellus", "--json"], environment: home.environment)
        #expect(try found.json.names == ["Earth"])
        #expect(try ChildProcess.run(program, ["check"], environment: home.environment).status == 0)
    }
}
