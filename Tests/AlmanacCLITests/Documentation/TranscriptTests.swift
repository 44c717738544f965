import FoundationEssentials
import TestSupport
import Testing

/// A comparison of the output shown in `console` blocks with the output of the commands. Each page starts with a new
/// home folder and a demo database. With `ALMANAC_RECORD=1`, the tests replace the expected output instead of comparing
/// it.
@Suite("Transcripts in the documentation", .childProcesses)
struct TranscriptTests {
    private static let demo = Result {
        let home = try Home()
        #expect(try home.almanac("demo", "history").status == 0)
        return try HomeSnapshot(of: home)
    }

    @Test(
        "Commands print the output shown in the documentation", .long("every page"),
        arguments: Transcript.isRecording
            ? DocumentationPage.withTranscripts : Soak.sample(DocumentationPage.withTranscripts, 1))
    func commands(of page: DocumentationPage) throws {
        let transcript = Transcript(try page.text)
        #expect(!transcript.commands.isEmpty)
        #expect(transcript.strayLines == [])
        let home = try Home(as: Self.demo.get())
        var outputs: [String] = []
        for command in transcript.commands {
            let ending = try home.shell("cd; { \(command.script)\n} 2>&1")
            #expect(ending.status != 127, "\(page.path):\(command.line): no such program: \(command.text)")
            // A picture contains the date on which the test is run.
            let output = ending.output.replacing(/Drawn \d{4}-\d\d-\d\d/, with: "Drawn 2026-11-25")
            outputs.append(output.withoutTrailingSpaces)
        }
        if Transcript.isRecording {
            try Data(transcript.page(with: outputs).utf8).write(to: page.url)
        } else {
            for (command, output) in zip(transcript.commands, outputs) {
                #expect(output == command.output, "\(page.path):\(command.line): \(command.text)")
            }
        }
    }

    @Test("A transcript contains the commands and output from the console blocks of a page")
    func consoleBlocks() {
        let transcript = Transcript(
            """
            A block that is not a transcript:
            ```sh
            $ almanac
            ```
            ```console
            stray
            $ almanac version
            almanac 0.2.0
            $ almanac paths | cat

            $
            ```
            """)
        #expect(transcript.commands.map(\.line) == [7, 9])
        #expect(transcript.commands.map(\.text) == ["almanac version", "almanac paths | cat"])
        #expect(transcript.commands.map(\.script) == ["almanac version --table", "almanac paths | cat"])
        #expect(transcript.commands.map(\.output) == ["almanac 0.2.0\n", "\n$\n"])
        #expect(transcript.strayLines == [6])
    }

    @Test("Recording a transcript replaces the output of each command")
    func recording() {
        let transcript = Transcript("```console\n$ a\nold\n$ b\n$ c\nold\nold\n```\nend\n")
        #expect(transcript.page(with: ["1\n", "2\n", ""]) == "```console\n$ a\n1\n$ b\n2\n$ c\n```\nend\n")
    }
}

extension Transcript.Command {
    /// The command as the tests run it, with `--table` unless it has a pipe, an output format, or an export.
    fileprivate var script: String {
        let others = ["|", " --csv", " --json", " --ndjson", " --markdown", " --table", " export "]
        return text.hasPrefix("almanac ") && !others.contains { text.contains($0) } ? text + " --table" : text
    }
}
