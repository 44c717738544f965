import Localization
import Model
import Navigation
import Rendering
import Terminal

/// What is typed at the prompt.
extension REPL {
    /// Nil at the end of the input. Of lines that were entered together the first; the others wait for their turn.
    func commandLine(on stage: AppState) async throws -> String? {
        if let next = ahead.next() {
            canvas.hint("\(next)")
            return next
        }
        let prompt = Line(breadcrumbs(of: stage.scene), .prompt)
        switch try await reader.readLine(prompt: prompt, help: help(on: stage)) {
        case .line(let text):
            // Who comes from a form types a colon out of habit.
            let lines = TypedLine.lines(of: text).map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
            ahead.wait(lines.dropFirst())
            return lines.first ?? ""
        case .interrupted:
            if isOneShot { throw CancellationError() }
            return ""
        case .endOfInput: return nil
        }
    }

    /// Behind a line that failed nothing is carried out that was entered with it.
    func dropLinesAhead() {
        let dropped = ahead.drop()
        if dropped > 0 {
            house.voice.say(
                Message(
                    dropped, one: "The line behind it was not run.",
                    other: "The \(dropped) lines behind it were not run."))
        }
    }

    func completer(of stage: AppState) -> CommandCompleter {
        let services = coordinator.services
        return CommandCompleter(
            scene: stage.scene, search: services.search, history: services.history, home: house.paths.home)
    }

    private func help(on stage: AppState) -> LineEditorHooks {
        let completer = completer(of: stage)
        return LineEditorHooks(
            completer: completer.complete, highlighter: CommandHighlighter(stage.scene).highlight,
            isWhole: { TypedLine($0).openQuote == nil },
            editor: { [editor = house.editor, voice = house.voice] line in
                do {
                    return try await editor.edit(line, named: "line.txt") { .accepted($0) }
                } catch {
                    _ = voice.tell(error)
                    return nil
                }
            })
    }

    /// In a conversation Ctrl-C leaves the question, not the program; and one may look elsewhere before answering.
    func reply(to prompt: Prompt, on stage: AppState) async throws -> Reply {
        do {
            return try await reader.reply(to: prompt) { line in
                let name = (try? ShellWords.of(line))?.first
                return stage.scene.commands.contains { $0.name == name }
            }
        } catch is CancellationError {
            return .none
        }
    }

    private func breadcrumbs(of scene: Scene) -> String {
        let trail = house.traits.charset.trail
        return scene.breadcrumbs.joined(separator: " \(trail) ") + (scene.screen.isUnsaved ? " *" : "") + " \(trail) "
    }
}
