import Dispatch
import Synchronization

/// Waits for what is done on other threads.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Mutex<Result<Value, any Error>?>(nil)
    let end = DispatchSemaphore(value: 0)
    Task.detached {
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        outcome.withLock { $0 = result }
        end.signal()
    }
    end.wait()
    return try outcome.withLock { $0 }.unsafelyUnwrapped.get()
}
