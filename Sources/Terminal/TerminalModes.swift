import Glibc
import Synchronization

/// The input modes of a terminal.
struct TerminalModes {
    /// The lock for mode changes. Its value is `true` while the process is exiting; the modes then no longer change.
    private static let changes = Mutex(false)

    private let descriptor: Int32
    private let original: termios

    /// Creates a copy of the current modes of a terminal, or returns `nil` if the descriptor is not a terminal.
    init?(of descriptor: Int32) {
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0 else { return nil }
        (self.descriptor, original) = (descriptor, modes)
    }

    /// The current modes of the same terminal, or `nil` if the terminal was disconnected.
    var current: TerminalModes? { TerminalModes(of: descriptor) }

    /// Disables echo, line buffering, and keys that send signals.
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

    /// Disables echo, except for line ends.
    func setSilent() {
        var modes = original
        modes.c_lflag &= ~tcflag_t(ECHO)
        modes.c_lflag |= tcflag_t(ECHONL)
        set(modes)
    }

    func restore() { set(original) }

    /// Restores the modes if they have changed.
    func restoreIfChanged() {
        // A process in the background would be stopped if it set the modes.
        guard let current = current?.original else { return }
        let flags = [\termios.c_iflag, \.c_oflag, \.c_cflag, \.c_lflag]
        if flags.contains(where: { current[keyPath: $0] != original[keyPath: $0] }) { restore() }
    }

    /// Restores the modes and writes a hint. Can be called from a signal handler.
    func restoreAtOnce(printing hint: StaticString) {
        var modes = original
        tcsetattr(descriptor, TCSANOW, &modes)
        _ = write(descriptor, hint.utf8Start, hint.utf8CodeUnitCount)
    }

    private func set(_ modes: termios) {
        Self.changes.withLock { isExiting in
            if !isExiting { setAtOnce(modes) }
        }
    }

    /// Sets the modes without discarding pending input and without waiting for output.
    private func setAtOnce(_ modes: termios) {
        // The user may have stopped the output with Ctrl-S.
        var modes = modes
        while tcsetattr(descriptor, TCSANOW, &modes) == -1, errno == EINTR {}
    }

    /// Restores the modes of a terminal and rejects further changes, because the process is exiting.
    static func restoreForExit(_ modes: () -> TerminalModes?) {
        changes.withLock { isExiting in
            isExiting = true
            if let modes = modes() { modes.setAtOnce(modes.original) }
        }
    }

    /// Restores the modes of a terminal, then runs a closure that ends or stops the process. Other threads cannot
    /// change the modes until the closure returns.
    static func restore(_ modes: () -> TerminalModes?, during body: () -> Void) {
        changes.withLock { _ in
            let modes = modes()
            let current = modes?.current
            if let modes { modes.setAtOnce(modes.original) }
            body()
            if let current { current.setAtOnce(current.original) }
        }
    }
}

/// An object that suppresses terminal echo from a secret prompt to the next prompt. Input typed in between is not
/// shown.
final class EchoSuppressor {
    private let modes: TerminalModes

    /// Creates a suppressor and disables echo, or returns `nil` if the descriptor is not a terminal.
    init?(of descriptor: Int32) {
        guard let modes = TerminalModes(of: descriptor) else { return nil }
        self.modes = modes
        CrashHandler.install(restoring: modes)
        modes.setSilent()
    }

    deinit {
        modes.restore()
        CrashHandler.uninstall()
    }
}

/// A signal handler that restores the terminal modes if the program crashes. The modes are also restored at exit,
/// because a cancelled command may still hold the prompt.
///
/// The handler can be installed repeatedly. It then restores the modes of the first installation until the last
/// installation is removed.
enum CrashHandler {
    private struct SavedState {
        let modes: TerminalModes
        /// The signal handlers to restore when the crash handler is uninstalled.
        let former: [sigaction]
        var installations = 1
        /// Whether the line editor shows a prompt.
        var leavesPrompt: Bool

        func restoreHandlers() {
            for (signal, former) in zip(CrashHandler.signals, former) {
                var action = former
                sigaction(signal, &action, nil)
            }
        }
    }

    private static let saved = Mutex<SavedState?>(nil)
    private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

    private static let exitHandler = atexit { TerminalModes.restoreForExit { CrashHandler.savedModes } }

    /// Installs the handler.
    ///
    /// - Parameter leavesPrompt: Whether the line editor shows a prompt.
    static func install(restoring modes: TerminalModes, leavesPrompt: Bool = false) {
        _ = exitHandler
        saved.withLock { saved in
            guard saved == nil else {
                saved?.installations += 1
                if leavesPrompt { saved?.leavesPrompt = true }
                return
            }
            let former = signals.map { signal in
                var action = sigaction()
                var before = sigaction()
                action.__sigaction_handler.sa_handler = { CrashHandler.handleCrash($0) }
                sigaction(signal, &action, &before)
                return before
            }
            saved = SavedState(modes: modes, former: former, leavesPrompt: leavesPrompt)
        }
    }

    /// Restores the terminal modes, then runs a closure that ends or stops the process.
    static func restoreTerminal(during body: () -> Void) {
        TerminalModes.restore {
            savedModes
        } during: {
            if saved.withLock({ $0?.leavesPrompt }) == true { writeToTerminal(leaving) }
            body()
        }
    }

    private static var savedModes: TerminalModes? { saved.withLock { $0?.modes } }

    /// Writes to the terminal of the process, or discards the text if the terminal does not accept output.
    private static func writeToTerminal(_ text: StaticString) {
        let terminal = open("/dev/tty", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard terminal >= 0 else { return }
        _ = write(terminal, text.utf8Start, text.utf8CodeUnitCount)
        close(terminal)
    }

    static func uninstall() {
        saved.withLock { saved in
            saved?.installations -= 1
            guard let last = saved, last.installations == 0 else { return }
            last.restoreHandlers()
            saved = nil
        }
    }

    /// Restores the terminal modes and raises the signal again. All functions called here are async-signal-safe.
    private static func handleCrash(_ signal: Int32) {
        _ = saved.withLockIfAvailable { saved in
            guard let saved else { return }
            saved.modes.restoreAtOnce(printing: hint)
            saved.restoreHandlers()
        }
        raise(signal)
    }

    /// The output that ends bracketed-paste mode and the line of the prompt.
    private static let leaving: StaticString = "\u{1B}[?2004l\r\n"

    private static let hint: StaticString =
        "\u{1B}[?2004l\r\nAlmanac has crashed. If the terminal behaves oddly, type “reset”.\r\n"
}
