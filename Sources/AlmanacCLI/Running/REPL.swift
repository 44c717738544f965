import Almanac
import Display
import Localization
import Model
import Navigation
import Rendering
import Terminal

/// The conversation: what there is to see, a prompt, a line, and again.
struct REPL {
    let house: AppRuntime
    let coordinator: AppCoordinator
    let reader: LineReader
    let canvas: ScreenRenderer
    let ahead = PendingLines()
    /// Whether a command of the shell has begun it, and ends it.
    let isOneShot: Bool

    init(house: AppRuntime, coordinator: AppCoordinator, reader: LineReader, isOneShot: Bool = false) {
        self.house = house
        self.coordinator = coordinator
        self.reader = reader
        self.isOneShot = isOneShot
        canvas = ScreenRenderer(house: house)
    }

    private var session: CurrentSession { coordinator.session }

    func run(_ start: AppState) async throws -> ExitStatus {
        var stage = start
        try await canvas.draw(stage.scene)
        // Between two prompts Ctrl-C is for nobody, and must not end the conversation.
        try await InterruptMonitor.during(house.signals) {
            try await converse(on: &stage)
        } interrupted: {
        }
        // Leaving is the time to tidy up; what cannot be tidied now is tidied another time.
        let maintenance = coordinator.services.maintenance
        try? await maintenance.tidy()
        await DailyBackup(house: house, maintenance: maintenance).make()
        return .done
    }

    private func converse(on stage: inout AppState) async throws {
        var continues = true
        while continues, !stage.isOver {
            try await telling { continues = try await step(&stage) }
            if continues { house.navigationFile(await session.session)?.save(stage.navigation) }
        }
    }

    /// Does a part of the conversation; what goes wrong with it is told, and the conversation goes on.
    func telling(_ part: () async throws -> Void) async throws {
        do {
            try await part()
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
    }

    /// One question and what comes of its answer; false at the end of the input.
    func step(_ stage: inout AppState) async throws -> Bool {
        if let prompt = stage.prompts.first {
            try await answer(prompt, on: &stage)
        } else if let line = try await nextLine(on: stage) {
            try await run(line, on: &stage)
        } else {
            return false
        }
        return true
    }

    private func answer(_ prompt: Prompt, on stage: inout AppState) async throws {
        let before = stage
        switch try await reply(to: prompt, on: stage) {
        case .answer(let answer):
            try await house.busy.during("Working") { try await stage.answerInterruptibly(answer, house.signals) }
            try await canvas.show(stage, after: before)
        case .line(let line): try await run(line, on: &stage)
        case .none: stage.decline()
        }
    }

    /// - Parameter next: What is done with it before anything is shown.
    func run(
        _ line: String, on stage: inout AppState, then next: (AppState) -> String? = { _ in nil }
    ) async throws {
        let before = stage
        var words = try ShellWords.of(line, home: house.paths.home)
        let format = try Format.take(from: &words, on: stage)
        guard !words.isEmpty else { return }
        let wasSignedOut = await session.session == .signedOut
        // The line that an answer stands for was typed by nobody.
        let title: Message = stage.scene.screen.question == nil ? "\(words[0])" : "Working"
        try await house.busy.during(title) { try await stage.sendInterruptibly(words, house.signals) }
        if let name = next(stage) {
            do {
                try await house.busy.during(title) { try await stage.sendInterruptibly([name], house.signals) }
            } catch {
                try await canvas.show(stage, after: before)
                throw error
            }
        }
        if wasSignedOut, !isOneShot, stage.navigation == NavigationStack(),
            let last = house.navigationFile(await session.session)
        {
            try await stage.resume(at: last.load())
        }
        if let format, stage.prompts == before.prompts {
            try await CommandRunner(house: house).write(stage.notice ?? stage.scene.screen.page, as: format)
        } else if isOneShot, stage.navigation == NavigationStack(), let notice = stage.notice {
            try await CommandRunner(house: house).write(notice, as: nil)
        } else {
            try await canvas.show(stage, after: before)
        }
    }

    /// Typed at the prompt, or made of the answer to what a form asks; nil at the end of the input.
    func nextLine(on stage: AppState) async throws -> String? {
        if let question = stage.scene.screen.question { return try await answer(to: question, on: stage) }
        return try await commandLine(on: stage)
    }
}
