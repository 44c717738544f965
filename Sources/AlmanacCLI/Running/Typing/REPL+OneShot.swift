import Model
import Navigation
import Terminal

/// A form that a command of the shell has opened: it is asked through and kept, and that is the end.
extension REPL {
    func fill(_ start: AppState) async throws -> ExitStatus {
        var stage = start
        let form = stage.navigation.path
        try await canvas.draw(stage.scene)
        while stage.isFilling(form) {
            var ending: ExitStatus?
            try await telling { ending = try await turn(&stage, of: form) }
            if let ending { return leave(stage, ending) }
        }
        return stage.isOver ? leave(stage, .declined) : .done
    }

    /// One question, and what comes of its answer; behind the last one it is kept.
    ///
    /// - Returns: How the command ends if nothing is to be kept.
    private func turn(_ stage: inout AppState, of form: Path) async throws -> ExitStatus? {
        let isAsked = stage.asks
        do {
            guard stage.prompts.isEmpty else {
                _ = try await step(&stage)
                return nil
            }
            guard let line = try await nextLine(on: stage), line != "back" else { return .declined }
            if line == "cancel" {
                try await stage.send(line)
                return .declined
            }
            try await run(line, on: &stage) { after in
                isAsked && !after.asks && after.navigation.path == form && line != "review" ? "save" : nil
            }
            return nil
        } catch is CancellationError {
            return .interrupted
        }
    }

    private func leave(_ stage: AppState, _ status: ExitStatus) -> ExitStatus {
        house.voice.say(
            stage.scene.screen.isUnsaved
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
