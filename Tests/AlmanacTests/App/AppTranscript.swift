import FoundationEssentials
import TestSupport
import Testing

/// A Markdown page with command lines of the prompt and the exact output of each.
struct AppTranscript: CustomTestStringConvertible, Sendable {
    let name: String

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Transcripts")

    var testDescription: String { name }
    private var url: URL { Self.folder.appending(path: "\(name).md") }

    /// The command lines of the page.
    var commands: [String] {
        get throws { try transcript.commands.map(\.text) }
    }

    private var transcript: Transcript {
        get throws { Transcript(String(decoding: try Data(contentsOf: url), as: UTF8.self), prompt: "> ") }
    }

    /// Compares the output of each command with the page or, with `ALMANAC_RECORD=1`, replaces it.
    ///
    /// - Parameter folder: The folder whose path is shown as `~`.
    func verify(in folder: String = "/~", _ run: (_ line: String) async throws -> String) async throws {
        let transcript = try transcript
        #expect(!transcript.commands.isEmpty && transcript.strayLines == [])
        var outputs: [String] = []
        for command in transcript.commands {
            outputs.append(Self.reproducible(try await run(command.text), in: folder))
        }
        if Transcript.isRecording { return try Data(transcript.page(with: outputs).utf8).write(to: url) }
        for (command, output) in zip(transcript.commands, outputs) {
            #expect(output.lines == command.output.lines, "\(name).md:\(command.line): \(command.text)")
        }
    }

    /// Returns the text with fixed UUIDs and fixed times of creation and modification, which SQLite inserts.
    private static func reproducible(_ text: String, in folder: String) -> String {
        text.replacing(folder, with: "~")
            .replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "00000000-0000-4000-8000-000000000000")
            .replacing(/"(created|modified)":"[^"]*"/) { "\"\($0.1)\":\"2026-11-21T12:00:00.000Z\"" }
    }
}

extension String {
    fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}
