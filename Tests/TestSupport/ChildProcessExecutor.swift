import Dispatch
import Glibc

/// An executor for tests that block while they wait for child processes.
///
/// The executor keeps the cooperative pool free and runs at most one test per processor at the same time.
public final class ChildProcessExecutor: TaskExecutor {
    public static let shared = ChildProcessExecutor()

    private let queue = DispatchQueue(label: "almanac.child-processes", attributes: .concurrent)
    private let slots = DispatchSemaphore(value: sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            slots.wait()
            defer { slots.signal() }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
