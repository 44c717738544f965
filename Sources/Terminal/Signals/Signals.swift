import Glibc
import Synchronization

/// The signals of the process: its main thread waits for them while the work is done on others. Whoever listens is told;
/// where nobody does, a signal does what it always does.
///
/// Swift's concurrency workers block every signal, so the main thread is the only one that can hear them.
public final class Signals: Sendable {
    private static let handled = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]

    private struct Listener {
        let signals: [Int32]
        let includesKeys: Bool
        let descriptor: Int32

        func accepts(_ signal: Int32, isKey: Bool) -> Bool {
            signals.contains(signal) && (includesKeys || !(isKey && signal == SIGINT))
        }
    }

    /// The innermost last.
    private let listeners = Mutex<[Listener]>([])

    /// On the main thread, before there is another: each inherits what is blocked.
    public init() {
        var signals = Signals.set
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits as long as the process lives.
    public func wait() -> Never {
        var signals = Signals.set
        while true {
            var origin = siginfo_t()
            let signal = sigwaitinfo(&signals, &origin)
            guard signal > 0 else { continue }
            // What a process sends has a code of zero or less, what a key of the terminal sends comes from the kernel.
            if !deliver(signal, isKey: origin.si_code > 0) { Signals.performDefault(signal) }
        }
    }

    /// Lets a signal do what it does by itself: end the process, stop it, or nothing.
    static func performDefault(_ signal: Int32) {
        var one = sigset_t()
        var before = sigset_t()
        sigemptyset(&one)
        sigaddset(&one, signal)
        pthread_sigmask(SIG_UNBLOCK, &one, &before)
        CrashHandler.restoreTerminal()
        // Swift's runtime would report a crash here, where somebody only wants to leave.
        if signal == SIGQUIT { Glibc.signal(SIGQUIT, SIG_DFL) }
        raise(signal)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// False if nobody listens for it.
    func deliver(_ signal: Int32, isKey: Bool = false) -> Bool {
        listeners.withLock { listeners in
            guard let listener = listeners.last(where: { $0.accepts(signal, isKey: isKey) }) else { return false }
            var number = UInt8(clamping: signal)
            send(listener.descriptor, &number, 1, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            return true
        }
    }

    /// - Parameter hearsKeys: Whether SIGINT is heard also where Ctrl-C sent it.
    func add(_ signals: [Int32], includesKeys: Bool, to descriptor: Int32) {
        listeners.withLock {
            $0.append(Listener(signals: signals, includesKeys: includesKeys, descriptor: descriptor))
        }
    }

    func remove(_ descriptor: Int32) {
        listeners.withLock { $0.removeAll { $0.descriptor == descriptor } }
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in handled { sigaddset(&set, signal) }
        return set
    }
}
