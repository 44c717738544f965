import Almanac
import Display
import Model
import Terminal

/// The conversation: what there is to see, a prompt, a line, and again.
struct REPL {
    let house: House
    let session: CurrentSession

    func run(_ start: Stage) async throws -> Status {
        var stage = start
        let reader = LineReader(traits: house.traits, history: house.history)
        let canvas = Canvas(house: house)
        try await canvas.draw(stage.scene)
        while !stage.isOver {
            do {
                guard try await step(&stage, reader, canvas) else { break }
            } catch let conflict as EditConflict {
                _ = house.voice.tell(conflict)
                await house.voice.show(conflict.page)
            } catch let problem as OutputProblem {
                throw problem
            } catch {
                _ = house.voice.tell(error)
            }
            house.navigationFile(await session.session).save(stage.navigation)
        }
        // Leaving is the time to tidy up; what cannot be tidied now is tidied another time.
        try? await stage.keeper.tidy()
        return .done
    }

    /// One question and what comes of its answer; false at the end of the input.
    private func step(_ stage: inout Stage, _ reader: LineReader, _ canvas: Canvas) async throws -> Bool {
        let before = stage
        if let prompt = stage.prompts.first {
            guard let answer = try await answer(to: prompt, reader) else {
                stage.decline()
                return true
            }
            try await stage.answer(answer)
        } else {
            guard let line = try await nextLine(stage, reader) else { return false }
            var words = try Words.of(line)
            let format = try Format.take(from: &words)
            guard !words.isEmpty else { return true }
            try await stage.sendInterruptibly(words)
            if let format, stage.prompts.isEmpty {
                try await CommandRunner(house: house).write(stage.notice ?? stage.scene.screen.page, as: format)
                return true
            }
        }
        try await canvas.show(stage, after: before)
        return true
    }

    /// In a conversation Ctrl-C leaves the question, not the program.
    private func answer(to prompt: Prompt, _ reader: LineReader) async throws -> Prompt.Answer? {
        do {
            return try await reader.answer(to: prompt)
        } catch is CancellationError {
            return nil
        }
    }

    /// The next command line: typed, or made of the answer to what a form asks. Nil at the end of the input.
    private func nextLine(_ stage: Stage, _ reader: LineReader) async throws -> String? {
        if let question = stage.scene.screen.question { return try await ask(question, reader) }
        let prompt = Line(breadcrumbs(of: stage.scene), .prompt)
        let completer = CommandCompleter(scene: stage.scene, search: stage.search)
        switch try await reader.readLine(prompt: prompt, completer: completer.complete) {
        case .line(let line): return line
        case .interrupted: return ""
        case .endOfInput: return nil
        }
    }

    /// An answer is the value itself; a line that begins with a colon is a command. Ctrl-D leaves the form, its draft kept.
    private func ask(_ question: Almanac.Question, _ reader: LineReader) async throws -> String? {
        let prompt = Line("  \(question.title): ", .label)
        let result = question.isSecret
            ? try await reader.readSecret(prompt: prompt)
            : try await reader.readLine(prompt: prompt, initial: question.value, isKept: false)
        switch result {
        case .line(let answer):
            if answer.hasPrefix(":"), !question.isSecret { return String(answer.dropFirst()) }
            return question.line(for: answer)
        case .interrupted: return "review"
        case .endOfInput: return "back"
        }
    }

    private func breadcrumbs(of scene: Scene) -> String {
        let trail = house.traits.charset.trail
        return scene.breadcrumbs.joined(separator: " \(trail) ") + (scene.screen.isUnsaved ? " *" : "") + " \(trail) "
    }
}
