import Display
import Localization
import Navigation
import Rendering
import Terminal

/// Draws what a command led to.
struct ScreenRenderer {
    let runtime: AppRuntime

    /// What was told, where the user is now, and nearest the prompt what was changed.
    func show(_ state: AppState, after before: AppState) async throws {
        try await showPlace(state, after: before)
        if let statusLine = state.statusLine { runtime.reporter.notify(statusLine, .dim) }
    }

    /// Where the user is now if that is elsewhere or has changed; a form that asks for the next field is not drawn again each
    /// time.
    private func showPlace(_ state: AppState, after before: AppState) async throws {
        if let notice = state.notice {
            // The rows of what is shown whole can be picked.
            try await CommandRunner(runtime: runtime).write(notice, as: nil, notice.isWhole ? .firstPage : .everything)
        }
        if let address = state.visit {
            runtime.reporter.notify("\(address)")
            try Browser(environment: runtime.environment).open(address)
        }
        guard !state.isOver else { return }
        let hasMoved = state.navigation != before.navigation
        let isAsking = state.scene.screen.question != nil
        let hasChanged = state.notice == nil || state.scene.screen.page != before.scene.screen.page
        if hasMoved {
            try separate(from: state.notice)
            let output = Output.standardOutput()
            let frames = Transition(from: before.navigation, to: state.navigation, charset: runtime.traits.charset)
                .frames(to: state.scene)
            try await Animator(runtime.traits, to: output).play(frames) { try await draw(state.scene) }
        } else if hasChanged, state.visit == nil, state.prompts.isEmpty, !isAsking {
            try separate(from: state.notice)
            try await draw(state.scene)
        }
    }

    /// An empty line between what was told and the place.
    private func separate(from notice: Page?) throws {
        guard notice != nil else { return }
        let output = Output.standardOutput()
        try output.writeLine()
        try output.flush()
    }

    /// A form that asks at once shows its title and how to get along, not every empty field.
    func draw(_ scene: Scene) async throws {
        guard scene.screen.question != nil else { return try await draw(scene.screen.page) }
        let keys: Message = """
            Enter goes on, `:up` goes back one, `:editor` opens your editor, `:review` shows all, `:save` keeps it, \
            `:cancel` drops it.
            """
        try await draw(
            Page(scene.screen.page.title, [.prose([scene.screen.hint, keys].filter { !$0.isEmpty }.joined())]))
    }

    private func draw(_ page: Page) async throws {
        let output = runtime.pagedOutput
        try await PageRenderer(nil, runtime.traits).render(page, .firstPage, to: output)
        try output.close()
    }

    /// What an answer looks like, above the question; without it the question still stands.
    func hint(_ message: Message) {
        let output = Output.standardOutput()
        try? output.writeLine(runtime.traits.outputPalette.paint(Line(message.localized, .dim)))
        try? output.flush()
    }
}

extension Page {
    /// Whether there is no more of it than its first page.
    fileprivate var isWhole: Bool {
        !blocks.contains { if case .table(let table) = $0 { table.next != nil } else { false } }
    }
}
