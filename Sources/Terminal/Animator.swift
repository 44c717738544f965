import Glibc
import Rendering

/// A player for the frames of a transition. Pressing any key skips the remaining frames.
public struct Animator {
    public let isAnimated: Bool
    private let input: Int32
    private let output: Output
    private let traits: TerminalTraits

    public init(_ traits: TerminalTraits, input: Int32 = 0, to output: Output) {
        isAnimated = traits.isAnimated && traits.isInputTTY
        self.traits = traits
        self.input = input
        self.output = output
    }

    /// Plays the frames and then draws the target exactly once.
    ///
    /// - Parameters:
    ///   - frames: The rows of each frame. They are truncated to fit the screen.
    ///   - pause: The time in milliseconds between two frames.
    public func play(_ frames: [[Line]], pause: Int32, then target: () async throws -> Void) async throws {
        // An output error here also occurs when the target is drawn, and is reported then.
        if isAnimated { try? play(frames, pause) }
        try await target()
    }

    private func play(_ frames: [[Line]], _ pause: Int32) throws {
        guard let modes = TerminalModes(of: input) else { return }
        CrashHandler.install(restoring: modes)
        modes.setRaw()
        defer {
            modes.restore()
            CrashHandler.uninstall()
        }
        var drawn = 0
        for frame in frames {
            let size = traits.size
            let rows = frame.prefix(size.rows - 1).map { $0.cut(to: size.columns - 1, traits.charset) }
            try output.write(Self.erase(drawn) + rows.map { traits.outputPalette.paint($0) + "\r\n" }.joined())
            try output.flush()
            drawn = rows.count
            if isKeyPressed(within: pause) { break }
        }
        try output.write(Self.erase(drawn))
        try output.flush()
    }

    private static func erase(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A\r\u{1B}[J" : "" }

    /// Returns whether a key is pressed during a pause. The key is not read and remains available to the prompt.
    private func isKeyPressed(within pause: Int32) -> Bool {
        var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, pause) > 0
    }
}
