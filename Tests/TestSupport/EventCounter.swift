import Glibc

/// A counter that one thread increments while another thread waits.
public final class EventCounter: Sendable {
    private let reading: Int32
    private let writing: Int32

    public init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    public func increment() { _ = write(writing, [1], 1) }

    /// Waits for the given number of additional increments.
    /// - Returns: Whether all increments occurred before the timeout.
    public func wait(for count: Int, timeout: Duration) -> Bool {
        let deadline = ContinuousClock.now + timeout
        var missing = count
        while missing > 0 {
            let remaining = max(.zero, deadline - .now) / .milliseconds(1)
            var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            var bytes = [UInt8](repeating: 0, count: missing)
            guard poll(&waiting, 1, Int32(remaining)) == 1 else { return false }
            missing -= max(0, read(reading, &bytes, missing))
        }
        return true
    }
}
