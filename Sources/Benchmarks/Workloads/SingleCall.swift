import BenchmarksC
import Dispatch
import SQLite
import Synchronization

extension Population {
    func singleCall() throws -> any Workload {
        let ids = ids(50_000)
        return try Reading("one call of a connection each", of: ids.count, goal: 2.0, in: self) { connection in
            var digest = Digest()
            try digest.lookUp(ids, in: connection)
            return digest
        } c: { store in
            c_look_up_alone(store, Person.lookup, ids, ids.count)
        }
    }

    /// Returns a workload that reads people through a ``Database``. Each read uses a pooled connection, a transaction,
    /// and a cancellation handler.
    func databaseRead() throws -> any Workload {
        let ids = ids(20_000)
        let database = try Database(at: path, mode: .readWrite) { try $0.execute("PRAGMA cache_size = -131072") }
        return try Reading("one read of a database each", of: ids.count, goal: 1.5, in: self) { _ in
            try waiting { try await Self.lookUp(ids, in: database) }
        } c: { store in
            c_look_up_alone(store, Person.lookup, ids, ids.count)
        }
    }

    private static func lookUp(_ ids: [Int64], in database: Database) async throws -> Digest {
        var digest = Digest()
        for id in ids {
            let person = try await database.read { try $0.first(Person.lookup, { $0[1] = id }, { Person($0) }) }
            if let person { digest.add(person) }
        }
        return digest
    }
}

/// Runs an asynchronous operation on the blocking executor, like the commands of the program, and blocks until it ends.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Mutex<Result<Value, any Error>?>(nil)
    let end = DispatchSemaphore(value: 0)
    Task.detached(executorPreference: BlockingExecutor.shared) {
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        outcome.withLock { $0 = result }
        end.signal()
    }
    end.wait()
    return try outcome.withLock { $0 }.unsafelyUnwrapped.get()
}
