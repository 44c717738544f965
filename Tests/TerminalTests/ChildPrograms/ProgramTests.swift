import Localization
import Testing

@testable import Terminal

@Suite("Other programs")
struct ProgramTests {
    @Test(
        "One that does not begin says why",
        arguments: [
            ("no-such-program-here", "There is no such program."),
            ("/etc/passwd", "The system says: Permission denied."),
            ("/etc/passwd/more", "The system says: Not a directory."),
        ])
    func beginning(_ name: String, _ reason: String) throws {
        let program = Program([name], environment: ["PATH": "/usr/bin:/bin"])
        let error = #expect(throws: Program.LaunchError.self) { try program.start(input: nil) }
        #expect(error?.reason.localized == reason)
    }
}
