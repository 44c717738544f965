import Model
import SQLite

extension Database {
    /// A change to what the user keeps: the history has it as a part of the present deed, and the search index follows
    /// in the same transaction.
    @discardableResult
    func recording<Result: Sendable>(
        _ clock: StoreClock, _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        let deed = CommandContext.current
        return try await writing { connection in
            try connection.recording(deed.map { ActiveStep($0, at: clock.now) }) { try body(connection) }
        }
    }
}

extension Connection {
    /// Records what the body changes as the step, or without one as nobody's, inside a transaction that has begun.
    func recording<Result>(_ step: ActiveStep?, _ body: () throws -> Result) throws -> Result {
        try step?.begin(on: self)
        let result = try body()
        try SearchIndex.update(self)
        if let step, step.isDryRun { throw DryRunResult(try ChangeReader(self).changes(by: step.token)) }
        if step != nil { try ActiveStep.end(on: self) }
        return result
    }
}
