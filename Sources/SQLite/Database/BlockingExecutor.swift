import Dispatch

/// An executor for work that blocks its thread, such as SQLite and reads from a terminal, so that the cooperative pool,
/// which has one thread per core, stays free for the rest.
///
/// It is in this module because `SQLite` may import no other Swift module. Terminal input is read on it, too.
public final class BlockingExecutor: TaskExecutor {
    public static let shared = BlockingExecutor()

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Dispatch gives a serial queue a thread at once, and a concurrent one only as many as there are cores.
        DispatchQueue(label: "almanac.blocking").async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
