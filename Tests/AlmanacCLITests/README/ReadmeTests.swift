import FoundationEssentials
import TestSupport
import Testing

/// Every `console` block of the README is run: lines that begin with `$ ` are commands for bash with `almanac` on its
/// path, one fresh home for the whole page, in order; the lines below each are just what somebody sees of it,
/// but for blanks at the ends of lines, which editors take away.
@Suite("The README says what happens", .childProcesses)
struct ReadmeTests {
    private static let transcript: Transcript? = {
        let package = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
        guard let data = try? Data(contentsOf: URL(filePath: "/" + package + "/README.md")) else { return nil }
        return Transcript(String(decoding: data, as: UTF8.self))
    }()

    @Test func everyCommandWritesWhatStandsBelowIt() throws {
        let transcript = try #require(Self.transcript, "There is no README.md in the folder of the package.")
        #expect(!transcript.commands.isEmpty, "The README has no console block with a command.")
        #expect(transcript.strays == [], "These lines of console blocks stand below no command.")
        let home = try Home()
        for command in transcript.commands {
            let ending = try home.shell("cd; { \(command.text)\n} 2>&1")
            let place = "README.md:\(command.line): \(command.text)"
            #expect(ending.output.withoutTrailingBlanks == command.output, "\(place)")
            #expect(ending.status != 127, "There is no such program here: \(place)")
        }
        print("README.md: \(transcript.commands.count) commands were run.")
    }

    @Test func aTranscriptIsReadFromItsBlocks() {
        let transcript = Transcript(
            """
            Text, and a block that is no transcript:
            ```sh
            $ almanac
            ```
            ```console
            stray
            $ almanac version
            almanac 0.1.0
            $ almanac paths

            $
            ```
            """)
        #expect(transcript.commands.map(\.line) == [7, 9])
        #expect(transcript.commands.map(\.text) == ["almanac version", "almanac paths"])
        #expect(transcript.commands.map(\.output) == ["almanac 0.1.0\n", "\n$\n"])
        #expect(transcript.strays == [6])
    }
}

extension String {
    fileprivate var withoutTrailingBlanks: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
