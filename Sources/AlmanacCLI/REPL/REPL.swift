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
    /// The commands that go to the previous field after its neighbor has been saved.
    var pendingMoves: [String] = []
    /// The last saved state and its session.
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
        try await renderer.draw(state)
        // Ctrl-C between two prompts must not end the session.
        try await InterruptMonitor.during(runtime.signals) {
            try await converse(on: &state)
        } interrupted: {
        }
        // If cleaning up fails, it can wait for the next session.
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
        // Another session may have saved its location since.
        saved = nil
        await save(state)
    }

    /// Saves the location and the open prompts if they have changed. Called before a screen is drawn, because a pager can
    /// keep the screen open until the program is killed.
    private func save(_ state: AppState) async {
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
            // The user has quit the pager: at the prompt, standard output is a terminal.
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
    /// - Returns: Whether the session continues, which is `false` at the end of input.
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
        var words = try ShellWords.of(line, home: runtime.paths.home)
        let format = try Format.extract(from: &words, on: state)
        guard !words.isEmpty else { return }
        let former = session.session
        // The user did not type the command line of a form answer, so its name is not shown.
        let title: Message = state.scene.screen.question == nil ? "\(words[0])" : "Working"
        try await runtime.indicator.during(title) { try await state.sendInterruptibly(words, runtime.signals) }
        if let name = next(state) {
            do {
                try await runtime.indicator.during(title) { try await state.sendInterruptibly([name], runtime.signals) }
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
        // The form is closed.
        pendingMoves = []
        if let question = state.scene.screen.question { return try await answer(to: question, on: state) }
        return try await commandLine(on: state)
    }
}
