import Glibc

/// How a terminal treats what is typed.
struct TerminalModes {
    private let descriptor: Int32
    private let original: termios

    /// nil if the descriptor is no terminal.
    init?(of descriptor: Int32) {
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0 else { return nil }
        (self.descriptor, original) = (descriptor, modes)
    }

    /// Each key as it is pressed: no echo, no lines, no signals from keys.
    func setRaw() {
        var modes = original
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        modes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | ISTRIP)
        withUnsafeMutableBytes(of: &modes.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        set(modes)
    }

    /// Lines as ever, but unseen.
    func setSilent() {
        var modes = original
        modes.c_lflag &= ~tcflag_t(ECHO)
        modes.c_lflag |= tcflag_t(ECHONL)
        set(modes)
    }

    func restore() { set(original) }

    /// Does nothing that a signal handler may not do.
    func restoreAtOnce(saying hint: StaticString) {
        var modes = original
        tcsetattr(descriptor, TCSANOW, &modes)
        _ = write(descriptor, hint.utf8Start, hint.utf8CodeUnitCount)
    }

    /// What has been typed ahead is kept.
    private func set(_ modes: termios) {
        var modes = modes
        while tcsetattr(descriptor, TCSADRAIN, &modes) == -1, errno == EINTR {}
    }
}

/// Keeps unseen what is typed, from the asking for a secret until something else is asked for: who types the next one before
/// the last was looked at must not see it either.
final class EchoSuppressor {
    private let modes: TerminalModes

    /// Nil if the descriptor is no terminal.
    init?(of descriptor: Int32) {
        guard let modes = TerminalModes(of: descriptor) else { return nil }
        self.modes = modes
        modes.setSilent()
    }

    /// Whoever ends the program meanwhile finds the terminal as it was.
    func restoreOnCrash() { CrashHandler.install(restoring: modes) }

    deinit {
        CrashHandler.uninstall()
        modes.restore()
    }
}
