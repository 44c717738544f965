import Localization
import Rendering

/// A progress line on standard error that appears after half a second.
public struct Progress {
    private let title: Message
    private let output: Output
    private let traits: TerminalTraits
    private let start = ContinuousClock.now
    /// The current part of the operation and its start time, or `nil` if there are no parts.
    private var part: (name: Title, start: ContinuousClock.Instant)?
    private var counted: (done: Int, total: Int?)?
    private var lastDrawn: ContinuousClock.Instant?

    private static let delay = Duration.milliseconds(500)
    private static let pause = Duration.milliseconds(100)

    public init(_ title: Message, traits: TerminalTraits, to output: Output = .standardError()) {
        self.title = title
        self.output = output
        self.traits = traits
    }

    private var isShown: Bool { traits.isErrorTTY }
    /// Whether the line can be redrawn. If not, it is written once, and again only after `hide()`.
    private var isRepainted: Bool { !traits.isDumb && !traits.isPlain }

    /// Updates the progress.
    ///
    /// - Parameters:
    ///   - part: The current part of the operation, which is timed separately, or `nil` if there are no parts.
    ///   - done: The number of finished items, or `nil` if unknown.
    ///   - total: The total number of items, or `nil` if unknown.
    public mutating func update(_ part: Title? = nil, done: Int?, of total: Int?) {
        if part != self.part?.name { self.part = part.map { ($0, .now) } }
        counted = done.map { ($0, total) }
        tick()
    }

    /// Redraws the line if enough time has passed.
    public mutating func tick() {
        let now = ContinuousClock.now
        guard isShown, now - start >= Self.delay, lastDrawn.map({ isRepainted && now - $0 >= Self.pause }) ?? true
        else { return }
        lastDrawn = now
        let pace = ProgressRate(done: counted?.done, total: counted?.total, elapsed: now - (part?.start ?? start))
        let title = part.map { "\(self.title): \(title: $0.name)" } ?? self.title
        draw(Self.line(title, pace, columns: traits.size.columns, traits.charset))
    }

    /// Removes the line until it is redrawn.
    public mutating func hide() {
        if lastDrawn != nil, isRepainted { draw(Line()) }
        lastDrawn = nil
    }

    /// Removes the line. If the operation succeeded and reported progress, shows the elapsed time instead.
    public mutating func finish(isDone: Bool = true) {
        guard lastDrawn != nil else { return }
        guard isDone, counted != nil || part != nil else { return hide() }
        lastDrawn = nil
        let seconds = max(1, Int((ContinuousClock.now - start).components.seconds))
        let message = Line(Self.finished(title, in: ProgressRate.time(seconds: seconds)).localized)
        draw(message.cut(to: traits.size.columns - 1, traits.charset), end: "\n")
    }

    /// Draws the line, ignoring errors.
    private func draw(_ line: Line, end: String = "") {
        try? output.write(isRepainted ? "\r\u{1B}[K" + line.text + end : line.text + "\n")
        try? output.flush()
    }

    private static func counted(_ done: String, of total: String) -> Message { "\(done) of \(total)" }
    private static func finished(_ title: Message, in time: Message) -> Message { "\(title): done in \(time)." }

    /// Returns a line such as `seed  3,270 of 6,540  [===   ]  1,250/s, 3 s left`, shortened to fit the terminal.
    static func line(_ title: Message, _ pace: ProgressRate, columns: Int, _ charset: SymbolSet) -> Line {
        // Leave room for the ^C that a terminal echoes.
        let room = columns - 3
        let count = pace.done.map { done in
            let number = done.grouped
            return "  " + (pace.total.map { counted(number, of: $0.grouped).localized } ?? number)
        }
        let text = Line(title.localized + (count ?? ""))
        let end = Line("  " + pace.words.localized)
        let width = min(30, room - text.width - end.width - 4)
        guard let done = pace.done, let total = pace.total, width >= 5 else {
            return (text + end).cut(to: room, charset)
        }
        let filled = Int(min(max(Double(done) / Double(total), 0), 1) * Double(width))
        let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
        return text + Line("  [" + bar + "]") + end
    }
}

/// The progress at a point in time, including the rate and the remaining time.
struct ProgressRate: Hashable {
    let done: Int?
    /// The total number of items, or `nil` if it is unknown or zero.
    let total: Int?
    let elapsed: Duration

    init(done: Int?, total: Int?, elapsed: Duration) {
        self.done = done
        self.total = total.flatMap { $0 > 0 ? $0 : nil }
        self.elapsed = elapsed
    }

    /// The number of items per second, or `nil` if unknown.
    var rate: Double? {
        guard let done, done > 0, elapsed > .zero else { return nil }
        return Double(done) / (elapsed / .seconds(1))
    }

    var secondsLeft: Int? {
        guard let rate, let done, let total else { return nil }
        return Int((Double(max(0, total - done)) / rate).rounded(.up))
    }

    /// The rate and the remaining time, as in `1,250/s, 12 s left`, or the elapsed time if the rate is unknown.
    var words: Message {
        guard let rate else { return Self.time(seconds: Int(elapsed.components.seconds)) }
        let speed = rate >= 10 ? Int(rate).grouped : NumberText.format((rate * 10).rounded() / 10, .utf8)
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
