import Almanac
import Display
import Model
import Navigation
import Rendering
import Terminal

/// Carries out one command without the REPL, and writes once what came of it.
struct CommandRunner {
    let runtime: AppRuntime

    func run(_ words: [String], on state: inout AppState) async throws -> ExitStatus {
        var words = words
        let format = try Format.take(from: &words, or: runtime.arguments.format, on: state)
        do {
            try await runtime.indicator.during("\(words.first ?? "")") {
                try await state.sendInterruptibly(words, runtime.signals)
            }
            if let status = try await answerPrompts(of: &state) { return status }
        } catch let conflict as EditConflict {
            let status = runtime.reporter.report(conflict)
            await runtime.reporter.show(conflict.page)
            return status
        } catch let findings as StoreFindings {
            // What is wrong with the store is told in any case, even where nobody can be given the data.
            if let format, format.audience == .programs { try? await write(findings.page, as: format) }
            throw findings
        }
        if let address = state.visit {
            runtime.reporter.notify("\(address)")
            try Browser(environment: runtime.environment).open(address)
        } else if !state.isOver, !runtime.isInteractive || state.scene.screen.question == nil {
            try await write(state.notice ?? state.scene.screen.page, as: format)
        }
        return state.notice?.isNegative == true ? .failed : .done
    }

    /// Asks what must be asked; returns the status of one who would not say.
    private func answerPrompts(of state: inout AppState) async throws -> ExitStatus? {
        let reader = LineReader(traits: runtime.traits, signals: runtime.signals)
        while let prompt = state.prompts.first {
            if let notice = state.notice { try await write(notice, as: nil) }
            guard case .answer(let answer) = try await reader.reply(to: prompt), answer.line != nil else {
                state.decline()
                runtime.reporter.notify("Nothing was changed.")
                return .declined
            }
            try await runtime.indicator.during("Working") { try await state.answer(answer) }
        }
        return nil
    }

    func write(_ page: Page, as format: Format?, _ extent: Extent = .everything) async throws {
        guard !page.isEmpty else { return }
        let output = format == nil ? runtime.pagedOutput : .standardOutput()
        try await PageRenderer(format, runtime.traits).render(page, extent, to: output)
        try output.close()
    }
}
