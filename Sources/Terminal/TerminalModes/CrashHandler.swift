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

        func restoreHandlers() {
            for (signal, former) in zip(CrashHandler.signals, former) {
                var action = former
                sigaction(signal, &action, nil)
            }
        }
    }

    private static let saved = Mutex<SavedState?>(nil)
    private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

    private static let exitHandler = atexit { CrashHandler.restoreTerminal() }

    static func install(restoring modes: TerminalModes) {
        _ = exitHandler
        saved.withLock { saved in
            guard saved == nil else {
                saved?.installations += 1
                return
            }
            let former = signals.map { signal in
                var action = sigaction()
                var before = sigaction()
                action.__sigaction_handler.sa_handler = { CrashHandler.handleCrash($0) }
                sigaction(signal, &action, &before)
                return before
            }
            saved = SavedState(modes: modes, former: former)
        }
    }

    /// Restores the terminal modes and returns the previous modes, or `nil` if the handler is not installed.
    @discardableResult
    static func restoreTerminal() -> TerminalModes? {
        saved.withLock { saved in
            guard let saved else { return nil }
            let present = saved.modes.present
            saved.modes.restore()
            return present
        }
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
            saved.modes.restoreAtOnce(saying: hint)
            saved.restoreHandlers()
        }
        raise(signal)
    }

    private static let hint: StaticString =
        "\u{1B}[?2004l\r\nAlmanac has crashed. If the terminal behaves oddly, type “reset”.\r\n"
}
