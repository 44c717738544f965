import CSQLite
import Synchronization

/// The busy and progress handlers of a connection: timeout, cancellation, and progress reports.
final class ExecutionMonitor {
    /// The number of virtual machine instructions between progress handler calls, for about 10,000 calls per second.
    private static let stepsBetweenCalls: Int32 = 4000
    private static let pauses: [Int32] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50]

    private let busyLimit: Duration
    /// Whether the connection waits for locks held by other connections.
    var waitsForLocks = true
    private var waitingSince = ContinuousClock.now
    /// The handle that can interrupt the current operation.
    private var handle: InterruptHandle? { didSet { updateProgressHandler() } }
    private var address: UInt = 0
    /// A closure that is called regularly while a statement is running.
    var listener: (() -> Void)? { didSet { updateProgressHandler() } }
    /// A closure that receives the text of each statement when it starts.
    var tracer: ((String) -> Void)? {
        didSet { if (tracer == nil) != (oldValue == nil) { updateTraceCallback() } }
    }
    /// Whether the progress handler is installed. It slows down every row, so it is installed only for an interrupt
    /// handle or a listener.
    private var isInstalled = false
    private var lastCall = ContinuousClock.now
    private static let pause = Duration.milliseconds(100)

    init(busyLimit: Duration) {
        self.busyLimit = busyLimit
    }

    /// Installs the busy handler.
    func attach(to database: OpaquePointer) {
        // SQLite does not retain the monitor. The connection owns the monitor and closes the database before releasing
        // it.
        address = UInt(bitPattern: database)
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_busy_handler(
            database,
            { ExecutionMonitor.at($0)?.waits(after: $1) == true ? 1 : 0 }, context)
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> ExecutionMonitor? {
        context.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    private func updateProgressHandler() {
        let isWanted = handle != nil || listener != nil
        guard isInstalled != isWanted, let database = OpaquePointer(bitPattern: address) else { return }
        isInstalled = isWanted
        guard isWanted else { return sqlite3_progress_handler(database, 0, nil, nil) }
        sqlite3_progress_handler(
            database, Self.stepsBetweenCalls,
            { context in
                guard let monitor = ExecutionMonitor.at(context) else { return 0 }
                monitor.callListener()
                return monitor.isInterrupted ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func updateTraceCallback() {
        guard let database = OpaquePointer(bitPattern: address) else { return }
        guard tracer != nil else {
            sqlite3_trace_v2(database, 0, nil, nil)
            return
        }
        sqlite3_trace_v2(
            database, UInt32(SQLITE_TRACE_STMT),
            { _, context, _, text in
                // The statements of triggers begin with “--”.
                if let text = text?.assumingMemoryBound(to: CChar.self), text[0] != CChar(UInt8(ascii: "-")) {
                    ExecutionMonitor.at(context)?.tracer?(String(cString: text))
                }
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Runs the body with a property temporarily set to another value.
    func with<Value, Result>(
        _ property: ReferenceWritableKeyPath<ExecutionMonitor, Value>, _ value: Value, _ body: () throws -> Result
    ) rethrows -> Result {
        let outer = self[keyPath: property]
        self[keyPath: property] = value
        defer { self[keyPath: property] = outer }
        return try body()
    }

    private func callListener() {
        guard let listener else { return }
        let now = ContinuousClock.now
        guard now - lastCall >= Self.pause else { return }
        lastCall = now
        listener()
    }

    var isInterrupted: Bool {
        handle?.isInterrupted ?? false
    }

    func interruptible<Result>(by handle: InterruptHandle?, _ body: () throws -> Result) rethrows -> Result {
        let outer = self.handle
        let rest = outer?.aim(at: 0)
        let before = handle?.aim(at: address)
        self.handle = handle
        defer {
            if let before { _ = handle?.aim(at: before) }
            if let rest { _ = outer?.aim(at: rest) }
            self.handle = outer
        }
        return try body()
    }

    func uninterrupted(_ body: () throws -> Void) rethrows {
        try interruptible(by: nil, body)
    }

    /// Runs the body, and repeats it within the time limit while it fails because of locks held by other connections.
    func retryingWhileBusy<Result>(_ body: () throws -> Result) throws -> Result {
        // SQLite does not call the busy handler for some locks, such as those for a change of the journal mode.
        let start = ContinuousClock.now
        var attempts = 0
        while true {
            do {
                return try body()
            } catch let error as SQLiteError where error.code == .busy && waits(after: attempts, since: start) {
                attempts += 1
            }
        }
    }

    private func waits(after attempts: Int32) -> Bool {
        if attempts == 0 { waitingSince = .now }
        return waits(after: Int(attempts), since: waitingSince)
    }

    private func waits(after attempts: Int, since start: ContinuousClock.Instant) -> Bool {
        guard waitsForLocks, !isInterrupted, start.duration(to: .now) < busyLimit else { return false }
        sqlite3_sleep(attempts < Self.pauses.count ? Self.pauses[attempts] : 100)
        return true
    }
}

/// A handle that interrupts one operation on a connection, from any thread. The handle has no effect after the
/// operation ends.
public final class InterruptHandle: Sendable {
    private let flag = Atomic(false)
    /// The address of the database to interrupt, or 0 if there is none. It is stored as a number, because pointers are
    /// not `Sendable`.
    private let target = Mutex<UInt>(0)

    public init() {}

    public func interrupt() {
        flag.store(true, ordering: .relaxed)
        // Operations such as integrity_check do not call the progress handler.
        target.withLock { target in
            if let database = OpaquePointer(bitPattern: target) { sqlite3_interrupt(database) }
        }
    }

    public var isInterrupted: Bool {
        flag.load(ordering: .relaxed)
    }

    /// Sets the address of the database to interrupt.
    /// - Returns: The previous address.
    func aim(at address: UInt) -> UInt {
        target.withLock { target in
            defer { target = address }
            return target
        }
    }
}
