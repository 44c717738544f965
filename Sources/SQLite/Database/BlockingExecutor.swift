import Dispatch

/// An executor for work that blocks its thread, such as SQLite and reads from a terminal, so that the cooperative pool,
/// which has one thread per core, stays free for the rest.
///
/// Its threads come from Dispatch, which adds one while others block.
public final class BlockingExecutor: TaskExecutor {
    public static let shared = BlockingExecutor()

    private let queue = DispatchQueue(label: "almanac.blocking", attributes: .concurrent)

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
