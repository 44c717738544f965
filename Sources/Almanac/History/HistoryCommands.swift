import Display
import Localization
import Model
import Navigation

/// The commands for the history, undo, and redo.
struct HistoryCommands: Responder {
    /// The maximum number of records that a report lists, and that `undo` and `redo` change without confirmation.
    private static let fewRecords = 10

    let reader: HistoryReader
    let resolver: RecordResolver
    let session: CurrentSession
    let navigator: any HistoryNavigator

    private var history: any HistoryDataSource { reader.history }

    var commands: [Command] {
        [
            Command(
                "history", .optional("ID", .recordOrStep),
                Argument.option(
                    "--since", "DATE", "Show changes since a date or time, such as yesterday", .from(reader.clock)),
                .limit, about: "Show all changes, or those of a record or step",
                examples: [
                    "history", "history persons/7", "history 12", "history --since '2 weeks ago'",
                    "history --limit 5 --json",
                ]
            ) { _, subject, time, limit in
                let state = HistoryState(since: time?.time, limit: limit)
                switch subject {
                case .step where time != nil:
                    throw CommandProblem.notHere(
                        "A step number and --since cannot be combined.", next: "Use only one of them.")
                case nil: return navigator.showSteps(state)
                case .step(let step): return navigator.showChanges(of: step, ChangesState(limit: limit))
                case .record(let word):
                    return navigator.showSteps(of: try await resolver.idIncludingDeleted(word), state)
                }
            },
            Command(Self.undoDeclaration, run: undo),
            Command(Self.redoDeclaration, run: redo),
        ]
    }

    private static let undoDeclaration = CommandDeclaration(
        "undo", aliases: ["u"], .optional("STEP", .step), .preview, about: "Undo the last step, or step N",
        examples: ["undo", "undo 12", "undo --show"], effect: .confirmedChanges)
    private static let redoDeclaration = CommandDeclaration(
        "redo", .optional("STEP", .step), .preview, about: "Redo the last undone step, or step N",
        examples: ["redo", "redo 12"], effect: .confirmedChanges)

    // MARK: - Undo and redo

    @Sendable private func undo(
        _ invocation: Invocation, id: Step.ID?, isPreview: Bool
    ) async throws -> NavigationAction {
        guard let step = try await step(id, else: history.nextUndo) else { throw HistoryProblem.nothingToUndo }
        let notice = try await purgeNotice(about: step, isLast: id == nil)
        if isPreview || invocation.context.isDryRun {
            return try await preview(
                of: step, ["Dry run. This would undo \(step.words)."] + notice,
                orFailing: "Undoing \(step.words) would fail.", isReversed: true
            ) { try await requireUndo(of: step, invocation) }
        }
        if invocation.isInteractive, !invocation.confirmation.isConfirmed, await needsConfirmation(step) {
            try await requireUndo(of: step, invocation)
            let effect = try await report(["This would undo \(step.words)."] + notice, of: step, isReversed: true)
            return .all([.tell(effect), question(about: step, Self.undoDeclaration, "Undo \(step.words)?")])
        }
        let made = try await history.undo(step.id, in: invocation.context)
        let undone: Message = "Undid \(step.words). Use “redo” to reapply it."
        return .tell(try await report([undone] + notice + sessionNotice(), of: made))
    }

    /// Returns whether `undo` and `redo` ask before they change the records of a step: if there are many, or if another
    /// user or program made the step.
    private func needsConfirmation(_ step: Step) async -> Bool {
        guard step.records <= Self.fewRecords, case .command(_, by: let author) = step.origin else { return true }
        return await author != session.name
    }

    /// Checks in a dry run that a step can be undone. A large step of the last command is not checked.
    private func requireUndo(of step: Step, _ invocation: Invocation) async throws {
        // The check of a large step is slow, and no later change can prevent undoing the last command.
        let later = try await history.steps(about: nil, at: .before(step.id), limit: 1).items
        let isLastCommand = later.isEmpty && step.role == .edit && step.origin != .outside
        if isLastCommand, step.records > Self.fewRecords { return }
        _ = try await history.undo(step.id, in: invocation.context.asDryRun)
    }

    /// Returns notices about changes to purged records, which cannot be undone.
    ///
    /// - Parameter isLast: Whether the step is the last step that can be undone. If so, the notices also list later
    ///   purges and later steps whose changes were all purged.
    private func purgeNotice(about step: Step, isLast: Bool) async throws -> [Message] {
        var notice: [Message] = step.hasPurgedChanges ? ["Its changes to purged records cannot be undone."] : []
        guard isLast else { return notice }
        // Each skipped step is mentioned once: by the first “undo” after it, or when the step before it is undone.
        let next: [Step] = try await history.steps(about: nil, at: .before(step.id), limit: Self.fewRecords).items
            .reversed()
        let newest = try await history.steps(about: nil, at: .beginning, limit: Self.fewRecords).items
            .prefix { $0.id.rawValue > step.id.rawValue && !$0.isReversal }
        let skipped = (next.prefix { $0.isSkipped } + newest.filter(\.isSkipped).reversed()).unique
        if !skipped.isEmpty {
            notice.append("Skipped because of purged records: \(skipped.map(\.words).joined(separator: ", ")).")
        }
        return notice
    }

    @Sendable private func redo(
        _ invocation: Invocation, id: Step.ID?, isPreview: Bool
    ) async throws -> NavigationAction {
        guard let step = try await step(id, else: history.nextRedo) else { throw HistoryProblem.nothingToRedo }
        if isPreview || invocation.context.isDryRun {
            return try await preview(
                of: step, ["Dry run. This would redo \(step.words)."], orFailing: "Redoing \(step.words) would fail."
            ) { _ = try await history.redo(step.id, in: invocation.context.asDryRun) }
        }
        if invocation.isInteractive, !invocation.confirmation.isConfirmed, await needsConfirmation(step) {
            return question(about: step, Self.redoDeclaration, "Redo \(step.words)?")
        }
        let made = try await history.redo(step.id, in: invocation.context)
        let redone: Message = "Redid \(step.words). Use “undo” to reverse it."
        return .tell(try await report([redone] + sessionNotice(), of: made))
    }

    /// If the account of the session was removed, ends the session and returns a notice.
    private func sessionNotice() async -> [Message] {
        await session.endIfRemoved() ? [AccountProblem.removal] : []
    }

    /// Shows the changes of a step and whether the step can be undone or redone.
    private func preview(
        of step: Step, _ success: [Message], orFailing failure: Message, isReversed: Bool = false,
        _ dryRun: () async throws -> Void
    ) async throws -> NavigationAction {
        var sentences = success
        do {
            try await dryRun()
        } catch let problem as any UserFacingError {
            let report = problem.explanation
            sentences = [failure, report.why ?? report.what, report.next].compactMap(\.self)
        }
        return .tell(try await report(sentences, of: step, isReversed: isReversed))
    }

    /// Returns the step with the given ID, or the result of `next` if the ID is `nil`.
    private func step(_ id: Step.ID?, else next: () async throws -> Step?) async throws -> Step? {
        guard let id else { return try await next() }
        return try await history.step(id)
    }

    private func question(
        about step: Step, _ command: CommandDeclaration<Step.ID?, Bool>, _ question: Message
    ) -> NavigationAction {
        ConfirmationPresenter(
            question: step.recordWords.map { "\(question) It affects \($0)." } ?? question,
            line: command.line(step.id, false, confirmation: .yes), outcomeOfRejection: "Nothing was changed."
        ).present()
    }

    /// Returns a page with sentences and the changes of a step. If there are more than ``fewRecords`` records,
    /// human-readable output omits the changes.
    private func report(_ sentences: [Message], of step: Step, isReversed: Bool = false) async throws -> Page {
        let list = reader.changes(of: step)
        let blocks = reader.blocks(
            list, startingWith: try await list.read(list.state), try await history.accountChanges(of: step.id),
            of: step, isReversed: isReversed)
        let isLong = step.records > Self.fewRecords
        let summary: Message =
            "It affects \(step.recordWords ?? "no records"). Use “history \(step.id.rawValue)” to list them."
        return Page(
            "", [.message([(sentences + (isLong ? [summary] : [])).joined()])] + (isLong ? [] : blocks.people),
            forPrograms: [.message([sentences.joined()])] + blocks.programs)
    }
}

extension Step {
    /// Whether `undo` skips the step, provided that it is later than the last step that can be undone.
    fileprivate var isSkipped: Bool { role == .purge || role == .edit && !isUndone }

    /// Whether the step is an undo or a redo.
    fileprivate var isReversal: Bool { role != .edit && role != .purge }
}

extension Argument where Value == Bool {
    fileprivate static var preview: Argument { flag("--show", "Show what would change, without changing anything") }
}

/// The argument of `history`: a record or a step.
private enum HistorySubject {
    case record(RecordArgument)
    case step(Step.ID)
}

extension ValueParser where Value == HistorySubject {
    /// A parser for records and steps. A number is a row number if there is such a row, and a step number otherwise.
    fileprivate static var recordOrStep: ValueParser {
        let record = ValueParser<RecordArgument>.record()
        return ValueParser(
            record.kind,
            parse: { word, invocation in
                if invocation.row(word) == nil, let step = Step.ID(word: word) { return .step(step) }
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

extension Command {
    /// Returns a command that opens a step. On history screens, numbers are step numbers.
    static func showStep(by navigator: any HistoryNavigator) -> Command {
        Command(
            "show", .argument("STEP", .step.orMismatch), about: "Show the changes of that step", examples: ["show 12"]
        ) { _, step in navigator.didSelect(step) }
    }

    /// Returns a command that opens the record in a row.
    static func show(
        _ summary: Message, examples: [String] = ["show 1"], open: @escaping @Sendable (RecordID) -> NavigationAction?
    ) -> Command {
        Command("show", .argument("ROW", .row), about: summary, examples: examples) { _, id in open(id) }
    }

    /// Returns a command that opens the record in a row with the nearest navigator in the responder chain.
    static func showRecord(_ summary: Message) -> Command {
        Command("show", .argument("ROW", .row), about: summary, examples: ["show 1"]) { invocation, id in
            try invocation.nearest((any RecordNavigator).self).didSelect(id)
        }
    }
}
