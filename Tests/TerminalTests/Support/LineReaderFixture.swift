import Glibc
import TestSupport

@testable import Terminal

/// A line reader on a pseudo-terminal that a test types into.
struct LineReaderFixture {
    let terminal: PseudoTerminal
    let reader: LineReader
    private let side: Int32

    init(columns: Int = 40, environment: [String: String] = [:], history: History? = nil) throws {
        terminal = try PseudoTerminal(columns: columns, rows: 10)
        side = terminal.openProgramSide()
        // Sets raw mode, because otherwise, input typed before the prompt could be read as a line or a signal.
        TerminalModes(of: side)?.setRaw()
        reader = LineReader(
            input: side, output: side, traits: .wide(columns, environment: environment), history: history)
    }

    func close() { _ = Glibc.close(side) }

    /// The terminal modes as a comparable value.
    var modes: [UInt32] {
        var modes = termios()
        tcgetattr(side, &modes)
        return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    }

    /// The lines on the screen after the reader has finished.
    var lines: [String] {
        close()
        terminal.wait { _ in false }
        return terminal.screen.lines.reversed().drop { $0.isEmpty }.reversed()
    }
}
