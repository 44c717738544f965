import Model
import SQLite

extension HistoryStore {
    public func undo(_ step: Step.ID, in context: CommandContext) async throws -> Step {
        try await reverse(in: context) { reader in
            let asked = try reader.step(step)
            let original = asked.role.original ?? step
            let latest = try reader.latest(about: original)
            switch (asked.role, latest.role) {
            case (.purge, _): throw HistoryProblem.purged(step)
            case (.edit, .edit), (.edit, .redo), (.redo, .redo): return (latest, .undo(of: original))
            case (.undo, .undo): return (latest, .redo(of: original))
            default: throw HistoryProblem.undoneAlready(step)
            }
        }
    }

    public func redo(_ step: Step.ID, in context: CommandContext) async throws -> Step {
        try await reverse(in: context) { reader in
            let original = try reader.step(step).role.original ?? step
            let latest = try reader.latest(about: original)
            guard case .undo = latest.role else { throw HistoryProblem.notUndone(original) }
            return (latest, .redo(of: original))
        }
    }

    /// Takes a step back as a step of its own.
    /// - Parameter choose: The step that is taken back, and what the new one means.
    private func reverse(
        in context: CommandContext,
        _ choose: @escaping @Sendable (StepReader) throws -> (step: Step, role: Step.Role)
    ) async throws -> Step {
        try await database.writing(foreignKeys: .off, isKept: { _ in !context.isDryRun }) { connection in
            let reader = StepReader(connection)
            let (step, role) = try choose(reader)
            let name = role.original ?? step.id
            if try reader.isPurged(step.id) { throw HistoryProblem.purged(name) }
            guard try reader.isWhole(step.id) else { throw HistoryProblem.lost(name) }
            let present = ActiveStep(role, of: context, at: clock.now)
            let made = try connection.recording(present, database.cards, collectingIn: context.dryRun) {
                let made = try present.become(on: connection)
                var reversal = Reversal(of: step.id, named: name, on: connection)
                try reversal.run()
                guard reversal.conflicts.isEmpty else {
                    throw HistoryProblem.changedSince(
                        name, try Conflict.differences(reversal.conflicts, on: connection), isRedo: role.isRedo)
                }
                return made
            }
            return try reader.step(made)
        }
    }
}
