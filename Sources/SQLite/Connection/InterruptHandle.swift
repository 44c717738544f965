import CSQLite
import Synchronization

/// Stops one piece of work on a connection from anywhere: it belongs to that work, so a late call hits nothing else.
public final class InterruptHandle: Sendable {
    private let flag = Atomic(false)
    /// The address of the database whose statements it stops now, since pointers are not sent; 0 for none.
    private let target = Mutex<UInt>(0)

    public init() {}

    public func interrupt() {
        flag.store(true, ordering: .relaxed)
        // What walks through the pages of a file, as integrity_check does, asks nobody whether to go on.
        target.withLock { target in
            if let database = OpaquePointer(bitPattern: target) { sqlite3_interrupt(database) }
        }
    }

    public var isInterrupted: Bool {
        flag.load(ordering: .relaxed)
    }

    /// From now on it stops the statements of this database; returns the one before.
    func aim(at address: UInt) -> UInt {
        target.withLock { target in
            defer { target = address }
            return target
        }
    }
}
