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
    private let handStore: HandStore
    private let handRead: ((HandStore) -> Result)?
    private let summary: ([Person]) -> Result
    private var result: Result?
    private var handResult: Result?
    private var cCount = 0

    /// - Parameters:
    ///   - c: does the same work and tells how many people it has read.
    ///   - byHand: does the same work without the module, where that is worth knowing.
    ///   - summary: what Swift's side makes of the people it reads.
    init(
        _ name: String, of operations: Int, goal: Double? = nil, in population: Population,
        swift: @escaping (Connection) async throws -> Result, c: @escaping (OpaquePointer) -> Int,
        byHand: ((HandStore) -> Result)? = nil, summary: @escaping ([Person]) -> Result
    ) throws {
        self.name = name
        self.operations = operations
        self.goal = goal
        connection = try Connection(at: population.path, mode: .readWrite)
        try connection.execute(Settings.pragmas)
        store = CStore(at: population.path, people: population.count)
        read = swift
        cRead = c
        handStore = HandStore(at: population.path)
        handRead = byHand
        self.summary = summary
    }

    func runSwift() async throws {
        result = try await read(connection)
    }

    func runC() {
        cCount = cRead(store.pointer)
    }

    func runByHand() -> Bool {
        handResult = handRead?(handStore)
        return handResult != nil
    }

    func isEqual() -> Bool {
        let equal = cCount > 0 && result == summary(store.people(cCount)) && (handResult ?? result) == result
        (result, handResult) = (nil, nil)
        return equal
    }
}

extension Reading where Result == Digest {
    /// Reads people to let them go at once.
    convenience init(
        _ name: String, of operations: Int, goal: Double? = nil, in population: Population,
        swift: @escaping (Connection) async throws -> Digest, c: @escaping (OpaquePointer) -> Int,
        byHand: ((HandStore) -> Digest)? = nil
    ) throws {
        try self.init(
            name, of: operations, goal: goal, in: population, swift: swift, c: c, byHand: byHand) { Digest($0) }
    }
}
