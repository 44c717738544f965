import Almanac
import Localization
import Model
import Navigation
import Rendering
import Terminal

// Reads command lines.
extension REPL {
    /// Returns the next command line, or `nil` at the end of input. Pasted lines are returned one at a time.
    func commandLine(on state: AppState) async throws -> String? {
        if !pendingLines.isEmpty {
            let next = pendingLines.removeFirst()
            renderer.hint("\(next)")
            return next
        }
        let prompt = Line(breadcrumbs(of: state.scene), .prompt)
        switch try await reader.readLine(prompt: prompt, help: help(on: state)) {
        case .line(let text), .previous(let text):
            // In forms, commands start with a colon, which is accepted here as well.
            let lines = TypedLine.lines(of: text).map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
            pendingLines = Array(lines.dropFirst())
            return lines.first ?? ""
        case .interrupted:
            if isOneShot { throw CancellationError() }
            return ""
        case .endOfInput: return nil
        }
    }

    /// Discards the remaining pasted lines after an error.
    func dropPendingLines() {
        let dropped = pendingLines.count
        (pendingLines, pendingMoves) = ([], [])
        if dropped > 0 {
            runtime.reporter.notify(
                Message(
                    dropped, one: "1 remaining line was not run.",
                    other: "\(dropped) remaining lines were not run."))
        }
    }

    func completer(of state: AppState) -> CommandCompleter {
        let services = coordinator.services
        return CommandCompleter(
            commands: state.scene.commands, rows: state.scene.rows,
            store: StoreCompleter(search: services.search, history: services.history, remotes: services.remotes),
            home: runtime.paths.home)
    }

    private func help(on state: AppState) -> LineEditorHooks {
        let completer = completer(of: state)
        return LineEditorHooks(
            completer: completer.complete, highlighter: CommandHighlighter(state.scene).highlight,
            isComplete: { TypedLine($0).openQuote == nil },
            editor: { [editor = runtime.editor, reporter = runtime.reporter] line in
                do {
                    return try await editor.edit(line, named: "line.txt") { .accepted($0) }
                } catch {
                    _ = reporter.report(error)
                    return nil
                }
            })
    }

    /// Asks the question of a prompt. If the user enters another command, the prompt stays open.
    func ask(_ prompt: Prompt, on state: AppState) async throws -> Answer {
        try await reader.ask(prompt) { line in
            let name = (try? ShellWords.of(line))?.first
            return state.scene.commands.contains { $0.name == name }
        }
    }

    private func breadcrumbs(of scene: Scene) -> String {
        let trail = runtime.traits.charset.trail
        let parts = (runtime.arguments.demo == nil ? [] : [DemoCommand.name]) + scene.breadcrumbs
        return parts.joined(separator: " \(trail) ") + (scene.screen.isUnsaved ? " *" : "") + " \(trail) "
    }
}
