import Dispatch

/// An executor for work that blocks its thread, such as SQLite and terminal input. It keeps the cooperative pool, which
/// has one thread per core, free for other tasks.
///
/// It is in this module because `SQLite` may not import another Swift module of this package.
public final class BlockingExecutor: TaskExecutor {
    public static let shared = BlockingExecutor()

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Dispatch starts a thread for every serial queue, but only one per core for a concurrent queue.
        DispatchQueue(label: "almanac.blocking").async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
