import Glibc
import Synchronization

/// Gives the terminal back as it was where the program crashes at a prompt.
enum CrashHandler {
    private struct Caught {
        let modes: TerminalModes
        /// What each of the signals did before.
        let former: [sigaction]

        func bringBackFormer() {
            for (signal, former) in zip(CrashHandler.signals, former) {
                var action = former
                sigaction(signal, &action, nil)
            }
        }
    }

    private static let caught = Mutex<Caught?>(nil)
    private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

    static func spread(under modes: TerminalModes) {
        let former = signals.map { signal in
            var action = sigaction()
            var before = sigaction()
            action.__sigaction_handler.sa_handler = { CrashHandler.catchFall($0) }
            sigaction(signal, &action, &before)
            return before
        }
        caught.withLock { $0 = Caught(modes: modes, former: former) }
    }

    /// Before a signal does what it does by itself.
    static func giveBack() {
        caught.withLock { $0?.modes.restore() }
    }

    static func fold() {
        caught.withLock { caught in
            caught?.bringBackFormer()
            caught = nil
        }
    }

    /// Only what may be done inside a signal handler; then the signal does what it would have done without us.
    private static func catchFall(_ signal: Int32) {
        _ = caught.withLockIfAvailable { caught in
            guard let caught else { return }
            caught.modes.restoreAtOnce(saying: hint)
            caught.bringBackFormer()
        }
        raise(signal)
    }

    private static let hint: StaticString =
        "\u{1B}[?2004l\r\nAlmanac has crashed. If the terminal behaves oddly, type “reset”.\r\n"
}
