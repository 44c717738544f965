import Model
import SQLite

/// How every data source reaches the database: what goes wrong inside comes out as a `StoreProblem`.
extension Database {
    /// Reads one consistent state of the store.
    func reading<Result: Sendable>(_ body: sending (Connection) throws -> Result) async throws -> Result {
        do {
            return try await read(body)
        } catch {
            throw StoreProblem.explaining(error, at: path)
        }
    }

    /// Does all of the body in one IMMEDIATE transaction, or nothing of it when it throws.
    @discardableResult
    func writing<Result: Sendable>(_ body: sending (Connection) throws -> Result) async throws -> Result {
        do {
            return try await write(body)
        } catch {
            throw StoreProblem.explaining(error, at: path)
        }
    }
}
