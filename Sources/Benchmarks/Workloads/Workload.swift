/// Work that the module and plain C calls can do with the same result.
protocol Workload: AnyObject {
    var name: String { get }
    /// The number of operations in each run: inserts, rows, or lookups.
    var operations: Int { get }
    /// The limit of the time relative to C, if any.
    var goal: Double? { get }

    /// Resets the files before a run. Not measured.
    func prepare() throws
    func runSwift() throws
    func runC() throws
    /// Does the same work with direct calls of SQLite in Swift; returns `false` if that is not implemented.
    func runByHand() throws -> Bool
    /// Releases memory after a run, except what ``isEqual()`` needs. Not measured.
    func settle() throws
    /// Returns whether all runs had the same result.
    func isEqual() throws -> Bool
}

extension Workload {
    func prepare() throws {}
    func runByHand() throws -> Bool { false }
    func settle() throws {}
}
