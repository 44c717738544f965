import Glibc
import TestSupport

@testable import Terminal

/// A line reader at a pseudo-terminal, with a test at the keys.
struct TypedTerminal {
    let terminal: PseudoTerminal
    let reader: LineReader
    private let side: Int32

    init(columns: Int = 40, environment: [String: String] = [:], history: History? = nil) throws {
        terminal = try PseudoTerminal(columns: columns, rows: 10)
        side = terminal.openProgramSide()
        // Nothing that is typed before the prompt is there may be taken for a line or a signal.
        TerminalModes(of: side)?.setRaw()
        reader = LineReader(
            input: side, output: side, traits: .wide(columns, environment: environment), history: history)
    }

    func close() { _ = Glibc.close(side) }

    /// The modes as one value that can be compared.
    var modes: [UInt32] {
        var modes = termios()
        tcgetattr(side, &modes)
        return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    }

    /// What is on the screen once the reader has gone.
    var lines: [String] {
        close()
        terminal.wait { _ in false }
        return terminal.screen.lines.reversed().drop { $0.isEmpty }.reversed()
    }
}
