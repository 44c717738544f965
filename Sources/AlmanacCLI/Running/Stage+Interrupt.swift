import Almanac
import Terminal

extension Stage {
    /// Carries out a line; Ctrl-C stops it, and then nothing of it is kept.
    mutating func sendInterruptibly(_ words: [String], _ signals: Signals) async throws {
        let before = self
        let work = Task {
            var after = before
            try await after.send(words: words)
            return after
        }
        self = try await InterruptWatch.during(signals) {
            try await work.value
        } interrupted: {
            work.cancel()
        }
    }
}
