import BenchmarksC
import SQLite

/// A workload that reads people out of a population, each side through a connection of its own.
final class Reading<Result: Hashable>: Workload {
    let name: String
    let operations: Int
    let goal: Double?

    private let connection: Connection
    private let store: CStore
    private let read: (Connection) throws -> Result
    private let cRead: (OpaquePointer) -> Int
    private let handStore: HandStore
    private let handRead: ((HandStore) -> Result)?
    private let summary: ([Person]) -> Result
    private var result: Result?
    /// Of what each run has read, which itself would be in the way of the next one.
    private var hashes: Set<Int> = []
    private var cCount = 0

    /// - Parameters:
    ///   - c: does the same work and tells how many people it has read.
    ///   - byHand: does the same work without the module, where that is worth knowing.
    ///   - summary: what Swift's side makes of the people it reads.
    init(
        _ name: String, of operations: Int, goal: Double? = nil, in population: Population,
        swift: @escaping (Connection) throws -> Result, c: @escaping (OpaquePointer) -> Int,
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

    func runSwift() throws {
        result = try read(connection)
    }

    func runC() {
        cCount = cRead(store.pointer)
    }

    func runByHand() -> Bool {
        result = handRead?(handStore)
        return result != nil
    }

    func settle() {
        if let result { hashes.insert(result.hashValue) }
        result = nil
    }

    func isEqual() -> Bool {
        let isEqual = cCount > 0 && hashes == [summary(store.people(cCount)).hashValue]
        hashes = []
        return isEqual
    }
}

extension Reading where Result == Digest {
    /// Reads people to let them go at once.
    convenience init(
        _ name: String, of operations: Int, goal: Double? = nil, in population: Population,
        swift: @escaping (Connection) throws -> Digest, c: @escaping (OpaquePointer) -> Int,
        byHand: ((HandStore) -> Digest)? = nil
    ) throws {
        try self.init(
            name, of: operations, goal: goal, in: population, swift: swift, c: c, byHand: byHand
        ) { Digest($0) }
    }
}
