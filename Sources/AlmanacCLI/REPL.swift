import Almanac
import Display
import Localization
import Model
import Navigation
import Rendering
import Terminal

/// The interactive prompt.
final class REPL {
    let runtime: AppRuntime
    let coordinator: AppCoordinator
    let reader: LineReader
    let renderer: ScreenRenderer
    /// The pasted lines that have not been run yet.
    var pendingLines: [String] = []
    /// The remaining commands that return to the previous field. They run after the current answer has been saved.
    var pendingMoves: [String] = []
    /// The last saved state and its session, or `nil` if the state must be saved again.
    private var saved: (state: SavedState, session: Session)?
    /// Whether the prompt was started for a single shell command.
    let isOneShot: Bool

    init(runtime: AppRuntime, coordinator: AppCoordinator, reader: LineReader, isOneShot: Bool = false) {
        self.runtime = runtime
        self.coordinator = coordinator
        self.reader = reader
        self.isOneShot = isOneShot
        renderer = ScreenRenderer(runtime: runtime)
    }

    private var session: CurrentSession { coordinator.session }

    func run(_ start: AppState) async throws -> ExitStatus {
        var state = start
        await save(state)
        for reminder in (try? await coordinator.reminders(at: state.navigation)) ?? [] {
            runtime.reporter.notify(reminder)
        }
        try await renderer.draw(state)
        // Ctrl-C between two prompts must not end the session.
        try await InterruptMonitor.during(runtime.signals) {
            try await converse(on: &state)
        } interrupted: {
        }
        // After a failure, the cleanup can wait for the next session.
        try? await coordinator.services.maintenance.cleanUp()
        await DailyBackup(runtime: runtime).make()
        return .done
    }

    private func converse(on state: inout AppState) async throws {
        var continues = true
        while continues, !state.isOver {
            try await reportingErrors { continues = try await step(&state) }
            if continues { await save(state) }
        }
        // Another session may have saved its location in the meantime, so this location is saved again.
        saved = nil
        await save(state)
    }

    /// Saves the location and the open prompts if they have changed. Called before a screen is drawn.
    private func save(_ state: AppState) async {
        // While a screen is drawn, a pager can keep it open until the program is killed.
        let current = session.session
        guard !isOneShot, saved.map({ ($0.state, $0.session) == (state.saved, current) }) != true else { return }
        runtime.navigationFile(current)?.save(state.saved)
        saved = (state.saved, current)
    }

    /// Runs a part of the session and reports any error after which the session can continue.
    func reportingErrors(_ part: () async throws -> Void) async throws {
        do {
            try await part()
        } catch let conflict as EditConflict {
            _ = runtime.reporter.report(conflict)
            await runtime.reporter.show(conflict.page)
            dropPendingLines()
        } catch OutputProblem.readerLeft {
            // At the prompt, standard output is a terminal, so the user has quit the pager.
        } catch let problem as OutputProblem {
            throw problem
        } catch InputProblem.unreadable(let reason) {
            throw InputProblem.unreadable(reason: reason)
        } catch {
            _ = runtime.reporter.report(error)
            dropPendingLines()
        }
    }

    /// Asks one question or runs one command line.
    ///
    /// - Returns: Whether the session continues: `false` at the end of input, or `true` otherwise.
    func step(_ state: inout AppState) async throws -> Bool {
        if let prompt = state.prompts.first {
            try await answer(prompt, on: &state)
        } else if let line = try await nextLine(on: state) {
            try await run(line, on: &state)
        } else {
            return false
        }
        return true
    }

    private func answer(_ prompt: Prompt, on state: inout AppState) async throws {
        let before = state
        switch try await ask(prompt, on: state) {
        case .chosen(let index):
            try await runtime.indicator.during("Working") {
                try await state.answerInterruptibly(prompt.answers[index], runtime.signals)
            }
            await save(state)
            if let outcome = prompt.answers[index].outcome {
                runtime.reporter.notify(outcome, .dim)
            } else {
                try await renderer.show(state, after: before)
            }
        case .other(let line):
            // An item of the tour counts as read even if it is not answered. Other prompts remain.
            if state.pendingPrompts.isEmpty { state.decline() }
            try await run(line, on: &state)
        case .interrupted, .endOfInput:
            state.decline()
            if let outcome = state.statusLine { runtime.reporter.notify(outcome, .dim) }
        }
    }

    /// Runs a command line and shows the result.
    ///
    /// - Parameter next: A function that returns another command to run before the result is shown, or `nil` for none.
    func run(
        _ line: String, on state: inout AppState, then next: (AppState) -> String? = { _ in nil }
    ) async throws {
        let before = state
        var words = try ShellWords.split(line, home: runtime.paths.home)
        let format = try Format.extract(from: &words, on: state)
        guard !words.isEmpty else { return }
        let former = session.session
        // The user did not type the command that sets an answer in a form, so its name is not shown.
        let title: Message = state.scene.screen.question == nil ? "\(words[0])" : "Working"
        try await runtime.indicator.during(title) { [words] in
            try await state.interruptibly(runtime.signals) { try await $0.send(words: words) }
        }
        if let name = next(state) {
            do {
                try await runtime.indicator.during(title) {
                    try await state.interruptibly(runtime.signals) { try await $0.send(words: [name]) }
                }
            } catch {
                try await renderer.show(state, after: before)
                throw error
            }
        }
        let current = session.session
        if current != former, !isOneShot, var saved = runtime.navigationFile(current)?.load() {
            // A location that was requested before signing in takes precedence.
            if state.navigation != NavigationStack() { saved.navigation = state.navigation }
            try await state.resume(saved)
        }
        await save(state)
        if let format, state.pendingPrompts == before.pendingPrompts {
            try await CommandRunner(runtime: runtime).write(state.notice ?? state.scene.screen.page, as: format)
        } else if isOneShot, state.navigation == NavigationStack(), let notice = state.notice {
            try await CommandRunner(runtime: runtime).write(notice, as: nil)
        } else {
            try await renderer.show(state, after: before)
        }
    }

    /// Reads the next command line, which is either typed or made from an answer in a form.
    ///
    /// - Returns: The command line, or `nil` at the end of input.
    func nextLine(on state: AppState) async throws -> String? {
        if let move = pendingMoves.first, state.scene.commands.contains(where: { $0.name == move }) {
            return pendingMoves.removeFirst()
        }
        // Any remaining moves belong to a form that was closed.
        pendingMoves = []
        if let question = state.scene.screen.question { return try await answer(to: question, on: state) }
        return try await commandLine(on: state)
    }
}

// Reads command lines.
extension REPL {
    /// Returns the next command line, or `nil` at the end of input. Pasted lines are returned one at a time.
    func commandLine(on state: AppState) async throws -> String? {
        if let next = nextPendingLine() { return next }
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

    /// Removes and shows the next pasted line, or returns `nil` after the last.
    private func nextPendingLine() -> String? {
        guard !pendingLines.isEmpty else { return nil }
        let next = pendingLines.removeFirst()
        renderer.hint("\(next)")
        return next
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
            commands: state.scene.commands, rows: state.scene.rows, record: state.scene.record,
            store: StoreCompleter(
                search: services.search, history: services.history, seeds: services.seeds, remotes: services.remotes),
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

    /// Asks the question of a prompt. If the user enters another command, the prompt stays open. A pasted line can be
    /// the answer, or the command after an item of the tour.
    func ask(_ prompt: Prompt, on state: AppState) async throws -> Answer {
        let isCommand = { (line: String) in
            let name = (try? ShellWords.split(line))?.first
            return state.scene.commands.contains { $0.name == name }
        }
        if let next = pendingLines.first {
            let index = reader.index(of: next, among: prompt)
            if index != nil || state.pendingPrompts.isEmpty && isCommand(next), let line = nextPendingLine() {
                return index.map { .chosen($0) } ?? .other(line)
            }
        }
        return try await reader.ask(prompt, orCommand: isCommand)
    }

    private func breadcrumbs(of scene: Scene) -> String {
        let trail = runtime.traits.charset.trail
        let parts = (runtime.arguments.demo == nil ? [] : [DemoCommand.name]) + scene.breadcrumbs
        return parts.joined(separator: " \(trail) ") + (scene.screen.isUnsaved ? " *" : "") + " \(trail) "
    }
}

// Fills in a form that was opened from the shell, and saves it after the last question.
extension REPL {
    func fill(_ start: AppState) async throws -> ExitStatus {
        var state = start
        let status = try await fill(&state)
        // The tour of a new account begins the next time the prompt is started.
        if !state.tour.isEmpty { runtime.navigationFile(coordinator.session.session)?.save(state.saved) }
        return status
    }

    private func fill(_ state: inout AppState) async throws -> ExitStatus {
        let form = state.navigation.path
        try await renderer.draw(state)
        while state.isFilling(form) {
            var ending: ExitStatus?
            try await reportingErrors { ending = try await turn(&state, of: form) }
            if let ending { return leave(state, ending) }
        }
        return state.isOver ? leave(state, .declined) : .done
    }

    /// Asks one question and, if it was the last question, saves the form.
    ///
    /// - Returns: The exit status if the user leaves the form, or `nil` to continue.
    private func turn(_ state: inout AppState, of form: Path) async throws -> ExitStatus? {
        let isAsked = state.asks
        do {
            guard state.pendingPrompts.isEmpty else {
                _ = try await step(&state)
                return nil
            }
            guard let line = try await nextLine(on: state), line != "back" else { return .declined }
            if line == "cancel" {
                try await state.send(line)
                return .declined
            }
            try await run(line, on: &state) { after in
                isAsked && !after.asks && after.navigation.path == form && line != "review" ? "save" : nil
            }
            return nil
        } catch is CancellationError {
            return .interrupted
        }
    }

    private func leave(_ state: AppState, _ status: ExitStatus) -> ExitStatus {
        runtime.reporter.notify(
            state.scene.screen.isUnsaved
                ? "Your changes are saved as a draft. Run the same command again to continue." : "Nothing was changed.")
        return status
    }
}

extension AppState {
    fileprivate var asks: Bool { scene.screen.question != nil }

    /// Returns whether the form, or a prompt shown by it, is still open.
    fileprivate func isFilling(_ form: Path) -> Bool {
        !isOver && (navigation.path == form || asks || !pendingPrompts.isEmpty)
    }
}
