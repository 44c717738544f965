import Dispatch

// The executor is in this module because `SQLite` may not import another Swift module of this package.
/// An executor for operations that block their thread, such as SQLite calls and terminal input.
///
/// Blocking operations would otherwise occupy the cooperative thread pool, which has only one thread per core.
public final class BlockingExecutor: TaskExecutor {
    public static let shared = BlockingExecutor()

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Dispatch starts a thread for every serial queue, but only one per core for a concurrent queue.
        DispatchQueue(label: "almanac.blocking").async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
