import Almanac
import Display
import Model
import Navigation
import Rendering
import Terminal

/// Carries out one command without the REPL, and writes once what came of it.
struct CommandRunner {
    let house: AppRuntime

    func run(_ words: [String], on stage: inout AppState) async throws -> ExitStatus {
        var words = words
        let format = try Format.take(from: &words, or: house.arguments.format, on: stage)
        do {
            try await house.busy.during("\(words.first ?? "")") {
                try await stage.sendInterruptibly(words, house.signals)
            }
            if let status = try await answerPrompts(of: &stage) { return status }
        } catch let conflict as EditConflict {
            let status = house.voice.tell(conflict)
            await house.voice.show(conflict.page)
            return status
        } catch let findings as StoreFindings {
            // What is wrong with the store is told in any case, even where nobody can be given the data.
            if let format, format.audience == .programs { try? await write(findings.page, as: format) }
            throw findings
        }
        if let address = stage.visit {
            house.voice.say("\(address)")
            try Browser(environment: house.environment).open(address)
        } else if !stage.isOver, !house.isInteractive || stage.scene.screen.question == nil {
            try await write(stage.notice ?? stage.scene.screen.page, as: format)
        }
        return stage.notice?.isNegative == true ? .failed : .done
    }

    /// Asks what must be asked; returns the status of one who would not say.
    private func answerPrompts(of stage: inout AppState) async throws -> ExitStatus? {
        let reader = LineReader(traits: house.traits, signals: house.signals)
        while let prompt = stage.prompts.first {
            if let notice = stage.notice { try await write(notice, as: nil) }
            guard case .answer(let answer) = try await reader.reply(to: prompt), answer.line != nil else {
                stage.decline()
                house.voice.say("Nothing was changed.")
                return .declined
            }
            try await house.busy.during("Working") { try await stage.answer(answer) }
        }
        return nil
    }

    func write(_ page: Page, as format: Format?, _ extent: Extent = .everything) async throws {
        guard !page.isEmpty else { return }
        let output = format == nil ? house.pagedOutput : .standardOutput()
        try await PageRenderer(format, house.traits).render(page, extent, to: output)
        try output.close()
    }
}
