import Glibc
import Rendering
import TestSupport
import Testing

@testable import Terminal

@Suite("Animator")
struct AnimatorTests {
    private let frames: [[Line]] = [["a", "frame"], ["another"], ["third", "", "x"]]

    /// Returns the final screen of a transition and all bytes sent to the terminal.
    private func play(_ traits: TerminalTraits, typing keys: String = "") async throws -> (
        screen: [String], sent: String
    ) {
        let terminal = try PseudoTerminal(columns: 20, rows: 10)
        let side = terminal.openProgramSide()
        TerminalModes(of: side)?.setRaw()
        terminal.type(keys)
        let output = Output(DescriptorSink(side, name: "the terminal"))
        let animator = Animator(traits, input: side, to: output)
        try await animator.play(frames, pause: 1) { try output.write("target\n") }
        try output.flush()
        if !keys.isEmpty {
            var waiting = pollfd(fd: side, events: Int16(POLLIN), revents: 0)
            #expect(poll(&waiting, 1, 0) == 1, "The key still waits for the prompt")
        }
        close(side)
        terminal.wait { _ in false }
        return (terminal.screen.lines.filter { !$0.isEmpty }, terminal.text)
    }

    @Test("The target screen is drawn once after all frames of a transition, and no frame remains")
    func target() async throws {
        let (screen, sent) = try await play(.wide(20))
        #expect(screen == ["target"])
        #expect(sent.contains("another") && sent.contains("third"))
    }

    @Test("A key ends the transition and is not lost")
    func interruption() async throws {
        let (screen, sent) = try await play(.wide(20), typing: "k")
        #expect(screen == ["target"])
        #expect(sent.contains("frame") && !sent.contains("another"))
    }

    @Test(
        "Without animation, only the target is drawn",
        arguments: [
            TerminalTraits.wide(20, flags: .init(isStill: true)), .wide(20, flags: .init(isPlain: true)),
            .wide(20, isTTY: false),
        ])
    func stillness(traits: TerminalTraits) async throws {
        #expect(try await play(traits).sent == "target\r\n")
    }

    @Test("An error while drawing frames does not prevent drawing the target")
    func brokenFrames() async throws {
        var count = 0
        let output = Output(DescriptorSink(-1, name: "nowhere"))
        try await Animator(.wide(20), input: -1, to: output).play(frames, pause: 1) { count += 1 }
        #expect(count == 1)
    }
}
