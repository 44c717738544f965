import Almanac
import Display
import Model
import Terminal

/// The conversation: what there is to see, a prompt, a line, and again.
struct REPL {
    let house: House
    let session: CurrentSession
    let reader: LineReader
    let canvas: Canvas
    let ahead = LinesAhead()

    init(house: House, session: CurrentSession, reader: LineReader) {
        self.house = house
        self.session = session
        self.reader = reader
        canvas = Canvas(house: house)
    }

    func run(_ start: Stage) async throws -> Status {
        var stage = start
        try await canvas.draw(stage.scene)
        // Between two prompts Ctrl-C is for nobody, and must not end the conversation.
        try await InterruptWatch.during(house.signals) {
            try await converse(on: &stage)
        } interrupted: {
        }
        // Leaving is the time to tidy up; what cannot be tidied now is tidied another time.
        try? await stage.keeper.tidy()
        await DailyBackup(house: house, keeper: stage.keeper).make()
        return .done
    }

    private func converse(on stage: inout Stage) async throws {
        while !stage.isOver {
            do {
                guard try await step(&stage) else { break }
            } catch let conflict as EditConflict {
                _ = house.voice.tell(conflict)
                await house.voice.show(conflict.page)
                dropLinesAhead()
            } catch let problem as OutputProblem {
                throw problem
            } catch InputProblem.unreadable(let reason) {
                throw InputProblem.unreadable(reason: reason)
            } catch {
                _ = house.voice.tell(error)
                dropLinesAhead()
            }
            house.navigationFile(await session.session)?.save(stage.navigation)
        }
    }

    /// One question and what comes of its answer; false at the end of the input.
    private func step(_ stage: inout Stage) async throws -> Bool {
        let before = stage
        if let prompt = stage.prompts.first {
            switch try await reply(to: prompt, on: stage) {
            case .answer(let answer):
                try await house.busy.during("Working") { try await stage.answerInterruptibly(answer, house.signals) }
            case .line(let line): return try await run(line, on: &stage)
            case .none:
                stage.decline()
                return true
            }
            try await canvas.show(stage, after: before)
            return true
        }
        guard let line = try await nextLine(on: stage) else { return false }
        return try await run(line, on: &stage)
    }

    private func run(_ line: String, on stage: inout Stage) async throws -> Bool {
        let before = stage
        var words = try Words.of(line)
        let format = try Format.take(from: &words, on: stage)
        guard !words.isEmpty else { return true }
        let wasSignedOut = await session.session == .signedOut
        try await house.busy.during(words[0]) { try await stage.sendInterruptibly(words, house.signals) }
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

    /// Typed at the prompt, or made of the answer to what a form asks; nil at the end of the input.
    private func nextLine(on stage: Stage) async throws -> String? {
        if let question = stage.scene.screen.question { return try await answer(to: question, on: stage) }
        return try await commandLine(on: stage)
    }
}
