import Display
import Localization
import Model
import Navigation

/// What was changed, and the way back and forth.
struct HistoryCommands: Responder {
    /// A step that has touched more records than this is not done again unasked, nor told record by record.
    private static let fewRecords = 20

    let reader: HistoryReader
    let directory: RecordResolver

    private var history: any HistoryDataSource { reader.history }

    var commands: [Command] {
        [
            Command(
                "history", [Parameter("ADDRESS", .anyAddress, .optional)], options: [.limit],
                about: "every change, the last first; of one record, or what step N changed",
                examples: ["history", "history persons/7", "history 12", "history --limit 5 --json"], run: look),
            Command(
                "undo", [Parameter("STEP", .step, .optional)], options: [.show, .dryRun, .yes],
                about: "the last step, or step N as “history” numbers it",
                examples: ["undo", "undo 12", "undo --show"], effect: .changes, run: undo),
            Command(
                "redo", [Parameter("STEP", .step, .optional)], options: [.show, .dryRun, .yes],
                about: "what was undone last, or step N", examples: ["redo", "redo 12"], effect: .changes, run: redo),
        ]
    }

    @Sendable private func look(_ invocation: Invocation) async throws -> NavigationAction {
        let state = HistoryState(limit: try invocation.number("--limit"))
        guard let word = invocation.arguments.first else { return .open(Path(.history(.steps(state)))) }
        if invocation.row(word) == nil, let step = Step.ID(word) { return .open(step.path) }
        let address = try await directory.addressEvenIfGone(word, in: invocation)
        return .open(Path(.history(.standard), .history(.record(address, state))))
    }

    // MARK: - There and back

    @Sendable private func undo(_ invocation: Invocation) async throws -> NavigationAction {
        guard let step = try await step(in: invocation, else: history.nextUndo) else {
            throw HistoryProblem.nothingToUndo
        }
        if invocation.onlyShows {
            let outlook = try await outlook("Undoing \(step.words)") {
                try await history.undo(step.id, in: invocation.context.asDryRun)
            }
            return .tell(try await report(outlook, of: step, isReversed: true))
        }
        if mustAsk(in: invocation) {
            _ = try await history.undo(step.id, in: invocation.context.asDryRun)
            let effect = try await report("Undoing \(step.words) would change this.", of: step, isReversed: true)
            return .all([.tell(effect), question(about: step, to: "undo", "Undo \(step.words)?")])
        }
        let passed = invocation.arguments.isEmpty ? try await purgeBehind() : nil
        let made = try await history.undo(step.id, in: invocation.context)
        let sentence: Message = "Undid \(step.words). “redo” does it again."
        return .tell(try await report(passed.map { "\(sentence) \($0)" } ?? sentence, of: made))
    }

    /// What is said where the last thing that was done is for ever, so that something before it is undone.
    private func purgeBehind() async throws -> Message? {
        guard let last = try await history.steps(about: nil, at: .beginning, limit: 1).items.first, last.role == .purge
        else { return nil }
        return "What was done after it, \(last.words), is for ever."
    }

    @Sendable private func redo(_ invocation: Invocation) async throws -> NavigationAction {
        guard let step = try await step(in: invocation, else: history.nextRedo) else {
            throw HistoryProblem.nothingToRedo
        }
        if invocation.onlyShows {
            let outlook = try await outlook("Redoing \(step.words)") {
                try await history.redo(step.id, in: invocation.context.asDryRun)
            }
            return .tell(try await report(outlook, of: step))
        }
        if mustAsk(in: invocation), step.records > Self.fewRecords {
            return question(about: step, to: "redo", "Redo \(step.words)?")
        }
        let made = try await history.redo(step.id, in: invocation.context)
        return .tell(try await report("Redid \(step.words). “undo” takes it back.", of: made))
    }

    /// What would come of it, or why nothing would.
    private func outlook(_ action: Message, _ dryRun: () async throws -> Step) async throws -> Message {
        do {
            _ = try await dryRun()
            return "\(action) would change this."
        } catch let problem as any UserFacingError {
            return "\(action) would be refused. \(problem.explanation.sentences.joined())"
        }
    }

    /// The step that was named, or the next one.
    private func step(in invocation: Invocation, else next: () async throws -> Step?) async throws -> Step? {
        guard let word = invocation.arguments.first else { return try await next() }
        guard let id = Step.ID(word) else { throw CommandProblem.notAStep(word) }
        return try await history.step(id)
    }

    private func mustAsk(in invocation: Invocation) -> Bool { invocation.isInteractive && !invocation.has("--yes") }

    private func question(about step: Step, to verb: String, _ question: Message) -> NavigationAction {
        ConfirmationPresenter(
            question: "\(question) It has touched \(step.recordWords ?? "no record").",
            line: "\(verb) \(step.id.rawValue) --yes", flag: "--yes"
        ).present()
    }

    /// A sentence, and what a step has changed; for people not record by record where those are many.
    private func report(_ sentence: Message, of step: Step, isReversed: Bool = false) async throws -> Page {
        let changes = try await reader.changes(of: step)
        let blocks = reader.blocks(changes, of: step, isReversed: isReversed)
        let isLong = step.records > Self.fewRecords
        let summary: Message = "It is about \(step.recordWords ?? "no record"): “history \(step.id.rawValue)”."
        return Page(
            "", [.message([isLong ? "\(sentence) \(summary)" : sentence])] + (isLong ? [] : blocks.people),
            forPrograms: [.message([sentence])] + blocks.programs)
    }
}

extension Invocation {
    fileprivate var onlyShows: Bool { has(Option.show.name) || isDryRun }
}

extension Option {
    fileprivate static let show = Option("--show", nil, "only tell what it would change")
}
