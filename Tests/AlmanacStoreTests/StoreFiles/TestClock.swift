import Model
import Synchronization

@testable import AlmanacStore

/// A clock that advances only by sleeping or on request and records its sleeps.
final class TestClock: Sendable {
    private struct State {
        var milliseconds: Int64
        var sleeps: [Duration] = []
    }

    private let state = Mutex(State(milliseconds: 1_795_230_000_000))

    var store: StoreClock {
        StoreClock(milliseconds: { self.state.withLock(\.milliseconds) }) { duration in
            self.state.withLock { state in
                state.sleeps.append(duration)
                state.milliseconds += duration.components.seconds * 1000
            }
        }
    }

    func advance(by duration: Duration) {
        state.withLock { $0.milliseconds += duration.components.seconds * 1000 }
    }

    /// Removes and returns the recorded sleeps.
    func removeSleeps() -> [Duration] {
        state.withLock { state in
            defer { state.sleeps = [] }
            return state.sleeps
        }
    }
}
