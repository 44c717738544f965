import BenchmarksC
import SQLite

/// A workload that reads people out of a population, each side through a connection of its own.
final class Reading<Result: Equatable>: Workload {
    let name: String
    let operations: Int
    let goal: Double?

    private let connection: Connection
    private let store: CStore
    private let read: (Connection) async throws -> Result
    private let cRead: (OpaquePointer) -> Int
    private let summary: ([Person]) -> Result
    private var result: Result?
    private var cCount = 0

    /// - Parameters:
    ///   - c: does the same work and tells how many people it has read.
    ///   - summary: what Swift's side makes of the people it reads.
    init(
        _ name: String, of operations: Int, goal: Double? = nil, in population: Population,
        swift: @escaping (Connection) async throws -> Result, c: @escaping (OpaquePointer) -> Int,
        summary: @escaping ([Person]) -> Result
    ) throws {
        self.name = name
        self.operations = operations
        self.goal = goal
        connection = try Connection(at: population.path, mode: .readWrite)
        try connection.execute(Settings.pragmas)
        store = CStore(at: population.path, people: population.count)
        read = swift
        cRead = c
        self.summary = summary
    }

    func runSwift() async throws {
        result = try await read(connection)
    }

    func runC() {
        cCount = cRead(store.pointer)
    }

    func isEqual() -> Bool {
        let equal = cCount > 0 && result == summary(store.people(cCount))
        result = nil
        return equal
    }
}

extension Reading where Result == Digest {
    /// Reads people to let them go at once.
    convenience init(
        _ name: String, of operations: Int, goal: Double? = nil, in population: Population,
        swift: @escaping (Connection) async throws -> Digest, c: @escaping (OpaquePointer) -> Int
    ) throws {
        try self.init(name, of: operations, goal: goal, in: population, swift: swift, c: c) { Digest($0) }
    }
}
