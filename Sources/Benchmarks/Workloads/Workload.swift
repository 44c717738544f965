/// An operation that the SQLite module and plain C calls can perform with the same result.
protocol Workload: AnyObject {
    var name: String { get }
    /// The number of operations in each run, such as inserts, rows, or lookups.
    var operations: Int { get }
    /// The maximum time relative to C, or `nil` for no limit.
    var goal: Double? { get }

    /// Prepares the data for a round. The time is not measured.
    func prepare() throws
    func runSwift() throws
    func runC() throws
    /// Performs the same operation with direct calls to SQLite in Swift.
    ///
    /// - Returns: Whether the workload implements this operation.
    func runByHand() throws -> Bool
    /// Releases memory after a run, except for data that ``isEqual()`` uses. The time is not measured.
    func settle() throws
    /// Returns whether all runs of the round had the same result.
    func isEqual() throws -> Bool
}

extension Workload {
    func prepare() throws {}
    func runByHand() throws -> Bool { false }
    func settle() throws {}
}
