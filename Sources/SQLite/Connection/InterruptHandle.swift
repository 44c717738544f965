import Synchronization

/// Stops one piece of work on a connection from anywhere: it belongs to that work, so a late call hits nothing else.
public final class InterruptHandle: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public func interrupt() {
        flag.store(true, ordering: .relaxed)
    }

    public var isInterrupted: Bool {
        flag.load(ordering: .relaxed)
    }
}
