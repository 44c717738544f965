import Glibc
import Model

/// The clock of a database. Tests replace it.
public struct StoreClock: Sendable {
    /// A closure that returns the time in milliseconds since 1970 (UTC).
    let milliseconds: @Sendable () -> Int64
    let sleep: @Sendable (Duration) async throws -> Void

    public init(
        milliseconds: @escaping @Sendable () -> Int64,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.milliseconds = milliseconds
        self.sleep = sleep
    }

    public static let system = StoreClock(
        milliseconds: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        },
        sleep: { try await Task.sleep(for: $0) })

    /// A closure that returns the time since 1970.
    var elapsed: @Sendable () -> Duration { { [milliseconds] in .milliseconds(milliseconds()) } }

    public var now: Timestamp { Timestamp(millisecondsSince1970: milliseconds()) }
}

extension Timestamp {
    init(millisecondsSince1970 milliseconds: Int64) {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let isBefore = rest < 0
        self.init(secondsSince1970: isBefore ? seconds - 1 : seconds, milliseconds: Int(isBefore ? rest + 1000 : rest))
    }
}
