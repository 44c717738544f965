import TestSupport
import Testing

@Suite("The program needs nothing of the folder it was built in", .childProcesses)
struct MovedProgramTests {
    @Test func movedToAnEmptyFolderItMigratesPlantsAndFinds() throws {
        let home = try Home()
        let program = try home.copyOfProgram()
        let planted = try ChildProcess.run(program, ["seed", "flintstones", "solar"], environment: home.environment)
        #expect(planted.status == 0, "\(planted.errors)")
        let found = try ChildProcess.run(program, ["find", "tellus", "--json"], environment: home.environment)
        #expect(try found.json.names == ["Earth"])
        #expect(try ChildProcess.run(program, ["check"], environment: home.environment).status == 0)
    }
}
