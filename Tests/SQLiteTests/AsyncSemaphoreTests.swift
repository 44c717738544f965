import Synchronization
import Testing

@testable import SQLite

/// The order in which tasks acquire a semaphore, including after a cancellation.
@Suite struct AsyncSemaphoreTests {
    /// A log of the order in which tasks acquired the semaphore.
    private final class Log: Sendable {
        private let entries = Mutex<[Int]>([])

        func note(_ number: Int) {
            entries.withLock { $0.append(number) }
        }

        var numbers: [Int] {
            entries.withLock { $0 }
        }
    }

    let semaphore = AsyncSemaphore(permits: 1)
    private let log = Log()

    /// Starts a task that acquires the semaphore or joins the queue before this method returns.
    private func queue(_ number: Int) -> Task<Void, any Error> {
        Task.immediate { [semaphore, log] in
            try await semaphore.acquire()
            log.note(number)
            semaphore.release()
        }
    }

    @Test func `Tasks acquire the semaphore in the order of their requests`() async throws {
        try await semaphore.acquire()
        let tasks = (1...20).map { queue($0) }
        #expect(log.numbers == [])
        semaphore.release()
        for task in tasks { try await task.value }
        #expect(log.numbers == Array(1...20))
    }

    @Test func `A task cancelled while waiting leaves the queue, and the other tasks keep their order`() async throws {
        try await semaphore.acquire()
        let tasks = (1...3).map { queue($0) }
        tasks[1].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[1].value }
        semaphore.release()
        try await tasks[0].value
        try await tasks[2].value
        #expect(log.numbers == [1, 3])
        try await queue(4).value
        #expect(log.numbers == [1, 3, 4])
    }

    @Test func `A task that is cancelled before it acquires a permit throws, and the semaphore remains available`()
        async throws
    {
        try await semaphore.acquire()
        let task = Task.immediate { [semaphore] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await semaphore.acquire()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        semaphore.release()
        try await semaphore.acquire()
    }
}
