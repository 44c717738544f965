import Glibc
import Rendering

/// Plays the frames of a transition over one place of the screen; any key ends it.
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

    /// Draws the target last and exactly once, whatever becomes of the frames before it.
    ///
    /// - Parameters:
    ///   - frames: The rows of each picture; what does not fit the screen is left out.
    ///   - pause: Milliseconds between two pictures.
    public func play(_ frames: [[Line]], pause: Int32 = 30, then target: () async throws -> Void) async throws {
        // What keeps the frames from the screen will keep the target from it too, and be told then.
        if isAnimated { try? play(frames, pause) }
        try await target()
    }

    private func play(_ frames: [[Line]], _ pause: Int32) throws {
        let modes = TerminalModes(of: input)
        modes?.setRaw()
        defer { modes?.restore() }
        var drawn = 0
        for frame in frames {
            let size = traits.size
            let rows = frame.prefix(size.rows - 1).map { $0.cut(to: size.columns - 1, .utf8) }
            try output.write(Self.erase(drawn) + rows.map { traits.outputPalette.paint($0) + "\r\n" }.joined())
            try output.flush()
            drawn = rows.count
            if isKeyPressed(within: pause) { break }
        }
        try output.write(Self.erase(drawn))
        try output.flush()
    }

    private static func erase(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A\r\u{1B}[J" : "" }

    /// The key stays unread: it belongs to the prompt.
    private func isKeyPressed(within pause: Int32) -> Bool {
        var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, pause) > 0
    }
}
