import Localization
import Rendering

/// How far a work is after a while, and so how fast it goes and how long the rest will take.
struct ProgressRate: Hashable {
    /// Nil if nothing is counted.
    let done: Int?
    /// Nil if nobody knows.
    let total: Int?
    let elapsed: Duration

    /// Things done in a second; nil before there is anything to divide.
    var rate: Double? {
        guard let done, done > 0, elapsed > .zero else { return nil }
        return Double(done) / (elapsed / .seconds(1))
    }

    /// Nil if nobody knows.
    var secondsLeft: Int? {
        guard let rate, let done, let total else { return nil }
        return Int((Double(max(0, total - done)) / rate).rounded(.up))
    }

    /// `1,250/s, 12 s left`; the time it has taken where nothing is counted.
    var words: Message {
        guard let rate else { return Self.time(seconds: Int(elapsed.components.seconds)) }
        let speed = rate >= 10 ? NumberText.of(Int(rate)) : NumberText.of((rate * 10).rounded() / 10, .utf8)
        let left = secondsLeft.map { Self.left(Self.time(seconds: $0)) }
        return ([Self.rate(speed)] + (left.map { [$0] } ?? [])).joined(separator: ", ")
    }

    private static func rate(_ number: String) -> Message { "\(number)/s" }
    private static func left(_ time: Message) -> Message { "\(time) left" }

    static func time(seconds: Int) -> Message {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return seconds % 60 > 0 ? "\(minutes) min \(seconds % 60) s" : "\(minutes) min" }
        return minutes > 0 ? "\(hours) h \(minutes) min" : "\(hours) h"
    }
}
