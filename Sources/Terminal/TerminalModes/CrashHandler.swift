import Glibc
import Synchronization

/// A signal handler that restores the terminal modes if the program crashes.
enum CrashHandler {
    private struct SavedState {
        let modes: TerminalModes
        /// The signal handlers to restore when the crash handler is uninstalled.
        let former: [sigaction]

        func restoreHandlers() {
            for (signal, former) in zip(CrashHandler.signals, former) {
                var action = former
                sigaction(signal, &action, nil)
            }
        }
    }

    private static let saved = Mutex<SavedState?>(nil)
    private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

    static func install(restoring modes: TerminalModes) {
        let former = signals.map { signal in
            var action = sigaction()
            var before = sigaction()
            action.__sigaction_handler.sa_handler = { CrashHandler.handleCrash($0) }
            sigaction(signal, &action, &before)
            return before
        }
        saved.withLock { $0 = SavedState(modes: modes, former: former) }
    }

    static func restoreTerminal() {
        saved.withLock { $0?.modes.restore() }
    }

    static func uninstall() {
        saved.withLock { saved in
            saved?.restoreHandlers()
            saved = nil
        }
    }

    /// Restores the terminal modes and raises the signal again. All functions called here are async-signal-safe.
    private static func handleCrash(_ signal: Int32) {
        _ = saved.withLockIfAvailable { saved in
            guard let saved else { return }
            saved.modes.restoreAtOnce(saying: hint)
            saved.restoreHandlers()
        }
        raise(signal)
    }

    private static let hint: StaticString =
        "\u{1B}[?2004l\r\nAlmanac has crashed. If the terminal behaves oddly, type “reset”.\r\n"
}
