import Model
import Navigation
import Terminal

// Fills in a form that was opened from the shell, and saves it after the last question.
extension REPL {
    func fill(_ start: AppState) async throws -> ExitStatus {
        var state = start
        let status = try await fill(&state)
        // The tour of a new account begins when the prompt is started.
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
