import Model
import SQLite

extension StoreDatabase {
    /// A change to what the user keeps: the history has it as a part of the present deed, and the search index follows
    /// in the same transaction.
    @discardableResult
    package func recording<Result: Sendable>(
        _ clock: StoreClock, _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        let deed = CommandContext.current
        return try await writing { connection in
            try connection.recording(deed.map { ActiveStep($0, at: clock.now) }, cards) { try body(connection) }
        }
    }
}

extension StoreDatabase {
    /// Indexes a number of batches of changes, unless another program is writing.
    /// - Returns: Whether there may be more.
    func updateSearchIndex(batches: Int) async throws -> Bool {
        try await sqlite.write(waits: false) { try SearchIndex($0, cards).updateBatches(batches) }
    }
}

extension Connection {
    /// Records what the body changes as the step, or without one as nobody's, inside a transaction that has begun.
    /// - Parameter cards: Reads the cards of persons for the search index.
    func recording<Result>(
        _ step: ActiveStep?, _ cards: any CardInterpreter, _ body: () throws -> Result
    ) throws -> Result {
        try step?.begin(on: self)
        let result = try body()
        try SearchIndex(self, cards).update()
        if let step, step.isDryRun { throw DryRunResult(try ChangeReader(self).changes(by: step.token)) }
        if step != nil { try ActiveStep.end(on: self) }
        return result
    }
}
