import Localization
import Testing

@testable import Terminal

@Suite("Child programs")
struct ProgramTests {
    @Test(
        "The reason why a program cannot be started is reported",
        arguments: [
            ("no-such-program-here", "The program does not exist."),
            ("/etc/passwd", "Permission denied."),
            ("/etc/passwd/more", "Not a directory."),
        ])
    func beginning(_ name: String, _ reason: String) throws {
        let program = Program([name], environment: ["PATH": "/usr/bin:/bin"])
        let error = #expect(throws: Program.LaunchError.self) { try program.start(input: nil) }
        #expect(error?.reason.localized == reason)
    }
}
