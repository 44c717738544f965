/// One piece of work that can be done by the module and by plain C calls, with the same result.
protocol Workload: AnyObject {
    var name: String { get }
    /// How many operations each run does: inserts, rows, lookups.
    var operations: Int { get }
    /// How many times as long as C the module may take; nil where no bar is set.
    var goal: Double? { get }

    /// Brings the files back to where a run starts; not measured.
    func prepare() throws
    func runSwift() throws
    func runC() throws
    /// The same by calls of SQLite's own functions in Swift; false where that is not done.
    func runByHand() throws -> Bool
    /// Makes room after each run, but for what tells whether its work was right; not measured.
    func settle() throws
    /// Whether the runs did the same work; otherwise their times mean nothing.
    func isEqual() throws -> Bool
}

extension Workload {
    func prepare() throws {}
    func runByHand() throws -> Bool { false }
    func settle() throws {}
}
