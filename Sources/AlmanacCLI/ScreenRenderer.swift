import Almanac
import Display
import Localization
import Model
import Navigation
import Rendering
import Terminal

/// A renderer that draws the result of a command on the terminal.
struct ScreenRenderer {
    let runtime: AppRuntime

    /// Shows the notice, the current location, and the status line, in that order. If the home screen is drawn, it
    /// precedes the notice.
    func show(_ state: AppState, after before: AppState) async throws {
        // On a small terminal, the home screen would otherwise scroll the notice out of view.
        let isDrawn = isDrawn(state, after: before)
        let isNoticeLast = isDrawn && state.navigation.top == .home
        if !isNoticeLast { try await write(state.notice) }
        if let address = state.visit {
            runtime.reporter.notify("\(address)")
            try Browser(environment: runtime.environment).open(address, watching: runtime.signals)
        }
        if isDrawn {
            if !isNoticeLast { try separate(from: state.notice) }
            try await drawWithTransition(state, after: before)
        }
        if isNoticeLast {
            try separate(from: state.notice)
            try await write(state.notice)
        }
        if let statusLine = state.statusLine { runtime.reporter.notify(statusLine, .dim) }
    }

    /// Returns whether to draw the screen. It is drawn after a move to another location. At the same location, it is
    /// drawn if there is no notice or if its content has changed, unless a prompt, a question, or a web page is shown.
    private func isDrawn(_ state: AppState, after before: AppState) -> Bool {
        if state.isOver { return false }
        if state.navigation != before.navigation { return true }
        let hasChanged = state.notice == nil || state.scene.screen.page != before.scene.screen.page
        let isAsking = state.scene.screen.question != nil
        return hasChanged && state.visit == nil && state.pendingPrompts.isEmpty && !isAsking
    }

    private func drawWithTransition(_ state: AppState, after before: AppState) async throws {
        guard state.navigation != before.navigation else { return try await draw(state) }
        let animator = Animator(runtime.traits, to: .standardOutput())
        let transition = animator.isAnimated ? await transition(from: before, to: state) : nil
        try await animator.play(transition?.frames ?? [], pause: transition?.animation.pause ?? 0) {
            try await draw(state)
        }
    }

    /// Writes a notice. Rows can be selected by number only on a page that is shown in full.
    private func write(_ notice: Page?) async throws {
        guard let notice else { return }
        try await CommandRunner(runtime: runtime).write(
            notice, as: nil, notice.isShownInFull ? .firstPage : .everything)
    }

    /// Writes an empty line between the notice and the screen.
    private func separate(from notice: Page?) throws {
        guard notice != nil else { return }
        let output = Output.standardOutput()
        try output.writeLine()
        try output.flush()
    }

    /// Returns the transition to a screen, or `nil` if the last action has no transition.
    private func transition(from before: AppState, to state: AppState) async -> Transition? {
        let renderer = PageRenderer(nil, runtime.traits)
        guard let direction = state.arrival,
            let lines = try? await renderer.firstLines(of: shownPage(of: state.scene), count: Transition.height)
        else { return nil }
        return Transition(from: before.scene, to: state.scene, in: direction, lines: lines)
    }

    /// Draws the screen. The home screen is not shown in the pager, because its end and the prompt should be visible
    /// together.
    func draw(_ state: AppState) async throws {
        let output = state.navigation.top == .home ? .standardOutput() : runtime.pagedOutput
        let renderer = PageRenderer(nil, runtime.traits)
        DebugLog.note(.drawing, renderer.format.rawValue)
        try await renderer.render(shownPage(of: state.scene), .firstPage, to: output)
        try output.close()
    }

    /// Returns the page to draw. If a form asks a question, the page contains only the title and a hint.
    private func shownPage(of scene: Scene) -> Page {
        guard scene.screen.question != nil else { return scene.screen.page }
        let keys: Message = """
            Press Enter for the next field. Commands: `:up` (previous field), `:editor`, `:review`, `:save`, `:cancel`.
            """
        return Page(scene.screen.page.title, [.prose([scene.screen.hint, keys].filter { !$0.isEmpty }.joined())])
    }

    /// Writes a hint above a question. Errors are ignored.
    ///
    /// - Parameter indent: The number of columns before each line.
    func hint(_ message: Message, indent: Int = 0) {
        let output = Output.standardOutput()
        for line in Line(message.localized, .dim).wrapped(to: max(1, runtime.traits.size.columns - indent)) {
            try? output.writeLine(runtime.traits.outputPalette.paint(.space(indent) + line))
        }
        try? output.flush()
    }
}

extension Page {
    /// Whether every table of the page is shown in full.
    fileprivate var isShownInFull: Bool {
        !blocks.contains { if case .table(let table) = $0 { table.next != nil } else { false } }
    }
}

/// The animation between two screens. The first lines of the new screen move into view.
struct Transition {
    /// The maximum number of lines that move.
    static let height = 6

    let animation: TransitionAnimation
    let isForward: Bool
    let lines: [Line]

    /// Creates the transition to a screen, with the animation of the new screen or, if the user goes back or dismisses
    /// a screen, of the former screen.
    init(from before: Scene, to after: Scene, in direction: NavigationAction.Direction, lines: [Line]) {
        isForward = direction == .left || direction == .down
        animation = isForward ? after.animation : before.animation
        self.lines = lines
    }

    var frames: [[Line]] {
        (1...animation.frameCount).map { step in
            let count = lines.count * step / animation.frameCount
            let distance = 12 >> (step - 1)
            return switch (animation.effect, isForward) {
            case (.slide, true): lines.map { Line.space(distance) + $0 }
            case (.slide, false): lines.map { Line(String($0.text.dropFirst(distance)), .dim) }
            case (.cover, true): Array(lines.suffix(count))
            case (.cover, false): Array(repeating: Line(), count: lines.count - count) + lines.suffix(count)
            }
        }
    }
}
