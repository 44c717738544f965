import Almanac
import Display
import Model
import Terminal

/// The conversation: what there is to see, a prompt, a line, and again.
struct REPL {
    let house: House
    let session: CurrentSession
    private let reader: LineReader
    private let canvas: Canvas

    init(house: House, session: CurrentSession) {
        self.house = house
        self.session = session
        reader = LineReader(traits: house.traits, history: house.history, signals: house.signals)
        canvas = Canvas(house: house)
    }

    func run(_ start: Stage) async throws -> Status {
        var stage = start
        try await canvas.draw(stage.scene)
        while !stage.isOver {
            do {
                guard try await step(&stage) else { break }
            } catch let conflict as EditConflict {
                _ = house.voice.tell(conflict)
                await house.voice.show(conflict.page)
            } catch let problem as OutputProblem {
                throw problem
            } catch InputProblem.unreadable(let reason) {
                throw InputProblem.unreadable(reason: reason)
            } catch {
                _ = house.voice.tell(error)
            }
            house.navigationFile(await session.session)?.save(stage.navigation)
        }
        // Leaving is the time to tidy up; what cannot be tidied now is tidied another time.
        try? await stage.keeper.tidy()
        await DailyBackup(house: house, keeper: stage.keeper).make()
        return .done
    }

    /// One question and what comes of its answer; false at the end of the input.
    private func step(_ stage: inout Stage) async throws -> Bool {
        let before = stage
        if let prompt = stage.prompts.first {
            switch try await reply(to: prompt, on: stage) {
            case .answer(let answer): try await stage.answer(answer)
            case .line(let line): return try await run(line, on: &stage)
            case .none:
                stage.decline()
                return true
            }
            try await canvas.show(stage, after: before)
            return true
        }
        guard let line = try await nextLine(stage) else { return false }
        return try await run(line, on: &stage)
    }

    private func run(_ line: String, on stage: inout Stage) async throws -> Bool {
        let before = stage
        var words = try Words.of(line)
        let format = try Format.take(from: &words)
        guard !words.isEmpty else { return true }
        let wasSignedOut = await session.session == .signedOut
        try await stage.sendInterruptibly(words, house.signals)
        if wasSignedOut, stage.navigation == Navigation(), let last = house.navigationFile(await session.session) {
            try await stage.resume(at: last.load())
        }
        if let format, stage.prompts == before.prompts {
            try await CommandRunner(house: house).write(stage.notice ?? stage.scene.screen.page, as: format)
        } else {
            try await canvas.show(stage, after: before)
        }
        return true
    }

    /// In a conversation Ctrl-C leaves the question, not the program; and one may look elsewhere before answering.
    private func reply(to prompt: Prompt, on stage: Stage) async throws -> Reply {
        do {
            return try await reader.reply(to: prompt) { line in
                let name = (try? Words.of(line))?.first
                return stage.scene.commands.contains { $0.name == name }
            }
        } catch is CancellationError {
            return .none
        }
    }

    /// The next command line: typed, or made of the answer to what a form asks. Nil at the end of the input.
    private func nextLine(_ stage: Stage) async throws -> String? {
        if let question = stage.scene.screen.question { return try await ask(question, at: stage.scene) }
        let prompt = Line(breadcrumbs(of: stage.scene), .prompt)
        let completer = CommandCompleter(scene: stage.scene, search: stage.search, history: stage.history)
        switch try await reader.readLine(prompt: prompt, completer: completer.complete) {
        case .line(let line): return line.hasPrefix(":") ? String(line.dropFirst()) : line
        case .interrupted: return ""
        case .endOfInput: return nil
        }
    }

    /// An answer is the value itself; a line that begins with a colon is a command. Ctrl-D leaves the form, its draft kept.
    private func ask(_ question: Almanac.Question, at scene: Scene) async throws -> String? {
        let prompt = Line("  \(question.title): ", .label)
        if question.expects != "text" { canvas.hint("  \(question.expects)") }
        let result =
            question.isSecret
            ? try await reader.readSecret(prompt: prompt)
            : try await reader.readLine(prompt: prompt, initial: question.value, isKept: false)
        switch result {
        case .line(let answer):
            return command(in: answer, to: question, at: scene) ?? question.line(for: answer)
        case .interrupted: return "review"
        case .endOfInput: return "back"
        }
    }

    /// A command behind a colon, typed alone or behind the present value.
    private func command(in answer: String, to question: Almanac.Question, at scene: Scene) -> String? {
        if answer.hasPrefix(":"), !question.isSecret { return String(answer.dropFirst()) }
        guard answer.hasPrefix(question.value + ":") else { return nil }
        let line = String(answer.dropFirst(question.value.count + 1))
        return scene.commands.contains { $0.name == line } ? line : nil
    }

    private func breadcrumbs(of scene: Scene) -> String {
        let trail = house.traits.charset.trail
        return scene.breadcrumbs.joined(separator: " \(trail) ") + (scene.screen.isUnsaved ? " *" : "") + " \(trail) "
    }
}
