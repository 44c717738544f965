import TestSupport
import Testing
import Text

@Suite("Duplicates on terminals", .childProcesses)
struct DuplicateCommandTests {
    @Test("The comparison of two contacts is shown in full, side by side if the terminal is wide", arguments: [80, 40])
    func sideBySide(columns: Int) throws {
        let home = try SeededHome.home()
        for organization in ["Rebel Alliance", "Galactic Senate"] {
            let values = ["given=Leia", "family=Organa", "organization=\(organization)", "email=leia@alderaan.example"]
            #expect(try home.run(["new", "person"] + values).status == 0)
        }
        let terminal = try home.terminal(
            "--color=never", "--no-input", "-c", "open duplicates/1-2", columns: columns)
        #expect(terminal.finish() == 0)
        let lines = terminal.screen.text.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { DisplayWidth.width(of: $0) <= columns })
        for word in ["Rebel", "Alliance", "Galactic", "Senate"] {
            #expect(lines.contains { $0.contains(word) }, "\(word): \(lines)")
        }
        let isSideBySide = lines.contains { $0.contains("Rebel Alliance") && $0.contains("Galactic Senate") }
        #expect(isSideBySide == (columns == 80), "\(lines)")
    }
}
