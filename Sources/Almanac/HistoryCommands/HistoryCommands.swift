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
                "history", .optional("ID", .recordOrStep), .limit,
                about: "every change, the last first; of one record, or what step N changed",
                examples: ["history", "history persons/7", "history 12", "history --limit 5 --json"]
            ) { _, subject, limit in
                let state = HistoryState(limit: limit)
                switch subject {
                case nil: return .open(Path(.history(.steps(state))))
                case .step(let step): return .open(step.path)
                case .record(let word):
                    let id = try await directory.addressEvenIfGone(word)
                    return .open(Path(.history(.standard), .history(.record(id, state))))
                }
            },
            Command(Self.undoDeclaration, run: undo),
            Command(Self.redoDeclaration, run: redo),
        ]
    }

    private static let undoDeclaration = CommandDeclaration(
        "undo", .optional("STEP", .step), .preview, .dryRun, .yes,
        about: "the last step, or step N as “history” numbers it", examples: ["undo", "undo 12", "undo --show"],
        effect: .changes)
    private static let redoDeclaration = CommandDeclaration(
        "redo", .optional("STEP", .step), .preview, .dryRun, .yes, about: "what was undone last, or step N",
        examples: ["redo", "redo 12"], effect: .changes)

    // MARK: - There and back

    @Sendable private func undo(
        _ invocation: Invocation, id: Step.ID?, isPreview: Bool, isDryRun: Bool, isSure: Bool
    ) async throws -> NavigationAction {
        guard let step = try await step(id, else: history.nextUndo) else {
            throw HistoryProblem.nothingToUndo
        }
        if isPreview || isDryRun {
            let outlook = try await outlook("Undoing \(step.words)") {
                try await history.undo(step.id, in: invocation.context.asDryRun)
            }
            return .tell(try await report(outlook, of: step, isReversed: true))
        }
        if invocation.isInteractive, !isSure {
            _ = try await history.undo(step.id, in: invocation.context.asDryRun)
            let effect = try await report("Undoing \(step.words) would change this.", of: step, isReversed: true)
            return .all([.tell(effect), question(about: step, Self.undoDeclaration, "Undo \(step.words)?")])
        }
        let passed = id == nil ? try await purgeBehind() : nil
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

    @Sendable private func redo(
        _ invocation: Invocation, id: Step.ID?, isPreview: Bool, isDryRun: Bool, isSure: Bool
    ) async throws -> NavigationAction {
        guard let step = try await step(id, else: history.nextRedo) else {
            throw HistoryProblem.nothingToRedo
        }
        if isPreview || isDryRun {
            let outlook = try await outlook("Redoing \(step.words)") {
                try await history.redo(step.id, in: invocation.context.asDryRun)
            }
            return .tell(try await report(outlook, of: step))
        }
        if invocation.isInteractive, !isSure, step.records > Self.fewRecords {
            return question(about: step, Self.redoDeclaration, "Redo \(step.words)?")
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
    private func step(_ id: Step.ID?, else next: () async throws -> Step?) async throws -> Step? {
        guard let id else { return try await next() }
        return try await history.step(id)
    }

    private func question(
        about step: Step, _ command: CommandDeclaration<Step.ID?, Bool, Bool, Bool>, _ question: Message
    ) -> NavigationAction {
        ConfirmationPresenter(
            question: "\(question) It has touched \(step.recordWords ?? "no record").",
            line: command.line(step.id, false, false, true), flag: Option.yes.name
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

extension Argument where Value == Bool {
    fileprivate static var preview: Argument { flag("--show", "only tell what it would change") }
}

/// What a history may be of.
private enum HistorySubject {
    case record(RecordWord)
    case step(Step.ID)
}

extension ValueParser where Value == HistorySubject {
    /// A number is that of a step, unless it is that of a row.
    fileprivate static var recordOrStep: ValueParser {
        let record = ValueParser<RecordWord>.record()
        return ValueParser(
            record.kind,
            parse: { word, invocation in
                if invocation.row(word) == nil, let step = Step.ID(word) { return .step(step) }
                return .record(try record.parse(word, invocation))
            },
            describe: { subject in
                switch subject {
                case .record(let word): word.description
                case .step(let step): String(step.rawValue)
                }
            })
    }
}
