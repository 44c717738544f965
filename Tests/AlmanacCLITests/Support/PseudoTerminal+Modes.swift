import Glibc
import TestSupport

extension PseudoTerminal {
    /// Whether it collects and echoes lines by itself, as a shell expects it.
    var isCooked: Bool {
        let descriptor = openProgramSide()
        defer { close(descriptor) }
        var modes = termios()
        return tcgetattr(descriptor, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }
}
