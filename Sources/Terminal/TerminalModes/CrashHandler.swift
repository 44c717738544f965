import Glibc
import Synchronization

/// A signal handler that restores the terminal modes if the program crashes. They are also restored at exit, because a
/// cancelled command may still hold the prompt.
///
/// It can be installed repeatedly. It then restores the modes of the first installation until the last one is removed.
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
