import Almanac
import Display
import Model
import Navigation
import Rendering
import TestSupport

extension TestApp {
    /// Runs a line and returns the text that a terminal shows: an error, or the notice, the screen if it has changed,
    /// the status line, the open prompt with its answers, and the breadcrumbs if the location has changed.
    ///
    /// - Parameter line: The title of an answer to the open prompt, or a command line that may end with the option of an
    ///   output format, such as `--json`.
    mutating func output(of line: String, columns: Int = 100) async throws -> String {
        let before = (place: place, page: stage.scene.screen.page)
        let (line, format) = Format.split(line)
        do {
            if stage.prompts.first?.answers.contains(where: { $0.title.description == line }) == true {
                try await answer(line)
            } else {
                try await stage.send(line)
            }
        } catch let problem as any UserFacingError {
            return problem.explanation.sentences.map { $0.description + "\n" }.joined()
        }
        let page = stage.scene.screen.page
        if let format { return try await (stage.notice ?? page).text(as: format) }
        var parts: [String] = []
        if let notice = stage.notice { parts.append(try await notice.text(columns: columns)) }
        if stage.notice == nil && stage.pendingPrompts.isEmpty || place != before.place || page != before.page {
            parts.append(try await page.text(columns: columns))
        }
        parts += [stage.statusLine.map { "\($0)\n" }, stage.pendingPrompts.first?.text].compactMap(\.self)
        if place != before.place {
            parts.append(stage.scene.breadcrumbs.map { $0 + " ›" }.joined(separator: " ") + "\n")
        }
        return parts.joined(separator: "\n")
    }
}

extension Page {
    /// Returns the page in an output format or, by default, its first part as on a terminal.
    func text(as format: Format? = nil, columns: Int = 100) async throws -> String {
        let (text, terminal) = (CollectedBytes(), TerminalTraits.wide(columns, environment: ["TERM": "dumb"]))
        try await PageRenderer(format, terminal).render(
            self, format == nil ? .firstPage : .everything, to: Output(text))
        return text.text.withoutTrailingSpaces
    }
}

extension Prompt {
    /// The question and its answers, each with its command line.
    var text: String {
        let answers = answers.enumerated().map { "  \($0 + 1)  \($1.title)\($1.line.map { " → \($0)" } ?? "")\n" }
        return "\(question)\n" + answers.joined()
    }
}

extension Format {
    /// Splits a line into the line without the option of an output format and the format.
    static func split(_ line: String) -> (line: String, format: Format?) {
        for format in allCases where line.hasSuffix(" --\(format.rawValue)") {
            return (String(line.dropLast(" --\(format.rawValue)".count)), format)
        }
        return (line, nil)
    }
}
