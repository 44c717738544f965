import Almanac
import Localization
import Model
import Navigation
import Rendering
import Terminal

/// What is typed at the prompt.
extension REPL {
    /// Nil at the end of the input. Of lines that were entered together the first; the others wait for their turn.
    func commandLine(on state: AppState) async throws -> String? {
        if let next = pending.next() {
            renderer.hint("\(next)")
            return next
        }
        let prompt = Line(breadcrumbs(of: state.scene), .prompt)
        switch try await reader.readLine(prompt: prompt, help: help(on: state)) {
        case .line(let text):
            // Who comes from a form types a colon out of habit.
            let lines = TypedLine.lines(of: text).map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
            pending.wait(lines.dropFirst())
            return lines.first ?? ""
        case .interrupted:
            if isOneShot { throw CancellationError() }
            return ""
        case .endOfInput: return nil
        }
    }

    /// Behind a line that failed nothing is carried out that was entered with it.
    func dropPendingLines() {
        let dropped = pending.drop()
        if dropped > 0 {
            runtime.reporter.notify(
                Message(
                    dropped, one: "The line behind it was not run.",
                    other: "The \(dropped) lines behind it were not run."))
        }
    }

    func completer(of state: AppState) -> CommandCompleter {
        let services = coordinator.services
        return CommandCompleter(
            scene: state.scene, search: services.search, history: services.history, home: runtime.paths.home)
    }

    private func help(on state: AppState) -> LineEditorHooks {
        let completer = completer(of: state)
        return LineEditorHooks(
            completer: completer.complete, highlighter: CommandHighlighter(state.scene).highlight,
            isWhole: { TypedLine($0).openQuote == nil },
            editor: { [editor = runtime.editor, reporter = runtime.reporter] line in
                do {
                    return try await editor.edit(line, named: "line.txt") { .accepted($0) }
                } catch {
                    _ = reporter.report(error)
                    return nil
                }
            })
    }

    /// In a conversation Ctrl-C leaves the question, not the program; and one may look elsewhere before answering.
    func reply(to prompt: Prompt, on state: AppState) async throws -> Reply {
        do {
            return try await reader.reply(to: prompt) { line in
                let name = (try? ShellWords.of(line))?.first
                return state.scene.commands.contains { $0.name == name }
            }
        } catch is CancellationError {
            return .none
        }
    }

    private func breadcrumbs(of scene: Scene) -> String {
        let trail = runtime.traits.charset.trail
        let parts = (runtime.arguments.demo == nil ? [] : [DemoCommand.name]) + scene.breadcrumbs
        return parts.joined(separator: " \(trail) ") + (scene.screen.isUnsaved ? " *" : "") + " \(trail) "
    }
}
