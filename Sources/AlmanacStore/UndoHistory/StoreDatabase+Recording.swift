import Model
import SQLite

extension StoreDatabase {
    /// Runs the body as part of the command’s history step and updates the search index in the same transaction. A dry
    /// run is rolled back after the body returns.
    /// - Parameters:
    ///   - foreignKeys: Whether foreign keys are enforced. Restoring deleted records requires that they are not.
    ///   - isKept: A closure that returns whether to commit, unless the command is a dry run.
    ///   - collects: Whether a dry run collects the changes. This is unnecessary if the body returns them.
    /// - Returns: The result of the body.
    @discardableResult
    func recording<Result: Sendable>(
        in context: CommandContext, at clock: StoreClock, foreignKeys: ForeignKeys = .enforced,
        isKept: @escaping @Sendable (Result) -> Bool = { _ in true },
        collects: Bool = true, _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        try await writing(in: context, foreignKeys: foreignKeys, isKept: isKept) { connection in
            try connection.recording(
                ActiveStep(context, at: clock.now), cards, collectingIn: collects ? context.dryRun : nil
            ) { try body(connection) }
        }
    }
}

extension Connection {
    /// Records the changes made by the body as a step, in the caller’s transaction.
    /// - Parameters:
    ///   - cards: An interpreter that reads the cards of persons for the search index.
    ///   - dryRun: A result to which the changes are added.
    func recording<Result>(
        _ step: ActiveStep, _ cards: any CardInterpreter, collectingIn dryRun: DryRunResult? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        try step.begin(on: self)
        let result = try body()
        try SearchIndex(self, cards).update()
        if let dryRun {
            let changes = try ChangeReader(self).changes(by: step.token)
            dryRun.add(changes.items, hasMore: changes.hasMore)
        }
        try ActiveStep.end(on: self)
        return result
    }
}
