import TestSupport
import Testing

@Suite("Picture files", .childProcesses)
struct PictureFileTests {
    @Test("An SVG file has the permissions that the umask allows")
    func permissions() throws {
        let home = try SeededHome.home("solar")
        for (mask, mode) in [("022", "644"), ("027", "640"), ("077", "600")] {
            let ending = try home.shell(
                "cd; umask \(mask); almanac sizes earth mars --svg \(mode).svg && stat -c %a \(mode).svg")
            #expect(ending.output.hasSuffix("\(mode)\n"), "\(ending.output) \(ending.errors)")
        }
    }
}
