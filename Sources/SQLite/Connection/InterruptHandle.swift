import CSQLite
import Synchronization

/// A handle that interrupts one operation on a connection, from any thread. The handle has no effect after the
/// operation ends.
public final class InterruptHandle: Sendable {
    private let flag = Atomic(false)
    // Stored as an address, because pointers are not `Sendable`.
    /// The address of the database to interrupt, or 0 if there is none.
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
