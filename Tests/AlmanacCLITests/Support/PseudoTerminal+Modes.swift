import Glibc
import TestSupport

extension PseudoTerminal {
    /// Whether the terminal is in canonical mode with echo.
    var isCooked: Bool {
        let descriptor = openProgramSide()
        defer { close(descriptor) }
        var modes = termios()
        return tcgetattr(descriptor, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }
}
