import Model
import Navigation
import Terminal

/// A form that a command of the shell has opened: it is asked through and kept, and that is the end.
extension REPL {
    func fill(_ start: AppState) async throws -> ExitStatus {
        var state = start
        let form = state.navigation.path
        try await renderer.draw(state.scene)
        while state.isFilling(form) {
            var ending: ExitStatus?
            try await reportingErrors { ending = try await turn(&state, of: form) }
            if let ending { return leave(state, ending) }
        }
        return state.isOver ? leave(state, .declined) : .done
    }

    /// One question, and what comes of its answer; behind the last one it is kept.
    ///
    /// - Returns: How the command ends if nothing is to be kept.
    private func turn(_ state: inout AppState, of form: Path) async throws -> ExitStatus? {
        let isAsked = state.asks
        do {
            guard state.prompts.isEmpty else {
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
                ? "What you typed is kept: the same command goes on with it." : "Nothing was changed.")
        return status
    }
}

extension AppState {
    fileprivate var asks: Bool { scene.screen.question != nil }

    /// Whether a form is still on screen, or what it leads to asks for more.
    fileprivate func isFilling(_ form: Path) -> Bool {
        !isOver && (navigation.path == form || asks || !prompts.isEmpty)
    }
}
