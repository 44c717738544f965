import FaultVFS

/// A simulated disk that makes SQLite’s operations on the files of a test fail.
///
///     FaultyDisk.install()
///     let database = try Database(at: path, mode: .create)
///     try await FaultyDisk.failing(.sync, under: path + "-wal", with: 1034) { disk in … }
public struct FaultyDisk: Sendable {
    public typealias Operation = FaultOperation

    /// The address of the fault plan. The C functions synchronize access to the plan.
    private let address: UInt
    private var plan: OpaquePointer? { OpaquePointer(bitPattern: address) }

    /// Installs the disk. Call this method before opening connections.
    public static func install() {
        fault_vfs_install()
    }

    /// Makes operations fail while the body runs.
    /// - Parameters:
    ///   - prefix: A prefix of the absolute file paths.
    ///   - occurrence: The number of the operation that fails, counted from 1. If 0, operations are only counted.
    ///   - code: The extended result code of SQLite, such as 13 for a full disk or 1034 for a failed sync.
    ///   - lasts: Whether all later operations also fail.
    public static func failing<Result>(
        _ operation: Operation, under prefix: String, at occurrence: Int = 1, with code: Int32, lasts: Bool = false,
        _ body: (FaultyDisk) async throws -> Result
    ) async throws -> Result {
        guard let plan = fault_plan_begin(prefix, operation, occurrence, code, lasts) else { throw OutOfMemory() }
        defer { fault_plan_end(plan) }
        return try await body(FaultyDisk(address: UInt(bitPattern: plan)))
    }

    public struct OutOfMemory: Error {}

    /// The number of operations, including failed operations.
    public var seen: Int { fault_plan_seen(plan) }

    public var failed: Int { fault_plan_failed(plan) }
}
