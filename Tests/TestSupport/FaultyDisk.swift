import FaultVFS

/// A disk that fails beneath SQLite, in the files of one test only.
///
///     FaultyDisk.install()
///     let database = try Database(at: path, mode: .create)
///     try await FaultyDisk.failing(.sync, under: path + "-wal", with: 1034) { disk in … }
public struct FaultyDisk: Sendable {
    public typealias Operation = FaultOperation

    /// The address of the plan, since pointers are not sent; the functions that take it lock what they read and write.
    private let address: UInt
    private var plan: OpaquePointer? { OpaquePointer(bitPattern: address) }

    /// To be called before the connections are opened that shall meet a failing disk.
    public static func install() {
        fault_vfs_install()
    }

    /// Lets operations fail while the body runs.
    /// - Parameters:
    ///   - prefix: how the absolute paths of the files begin.
    ///   - occurrence: which operation of the kind fails, counted from 1; 0 counts them only.
    ///   - code: the extended result code of SQLite that it fails with: 13 is a full disk, 1034 a failed sync.
    ///   - lasts: whether all that follow fail too.
    public static func failing<Result>(
        _ operation: Operation, under prefix: String, at occurrence: Int = 1, with code: Int32, lasts: Bool = false,
        _ body: (FaultyDisk) async throws -> Result
    ) async throws -> Result {
        guard let plan = fault_plan_begin(prefix, operation, occurrence, code, lasts) else { throw OutOfMemory() }
        defer { fault_plan_end(plan) }
        return try await body(FaultyDisk(address: UInt(bitPattern: plan)))
    }

    public struct OutOfMemory: Error {}

    /// How many such operations there were, those that failed included.
    public var seen: Int { fault_plan_seen(plan) }

    public var failed: Int { fault_plan_failed(plan) }
}
