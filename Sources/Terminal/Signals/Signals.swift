import Glibc
import Synchronization

/// The signals of the process: its main thread waits for them while the work is done on others. Whoever listens is told;
/// where nobody does, a signal does what it always does.
///
/// Swift's concurrency workers block every signal, so the main thread is the only one that can hear them.
public final class Signals: Sendable {
    private static let handled = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]

    /// Identifies a listener, to remove it.
    struct ListenerID: Hashable {
        fileprivate let number: Int
    }

    private struct Listener {
        let id: ListenerID
        let signals: [Int32]
        let includesKeys: Bool
        let handler: @Sendable (Int32) -> Void

        func accepts(_ signal: Int32, isKey: Bool) -> Bool {
            signals.contains(signal) && (includesKeys || !(isKey && signal == SIGINT))
        }
    }

    private struct State {
        /// The innermost last.
        var listeners: [Listener] = []
        var lastNumber = 0
    }

    private let state = Mutex(State())

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
        // Under the lock, so that no handler runs after its listener was removed.
        state.withLock { state in
            guard let listener = state.listeners.last(where: { $0.accepts(signal, isKey: isKey) }) else { return false }
            listener.handler(signal)
            return true
        }
    }

    /// - Parameters:
    ///   - hearsKeys: Whether SIGINT is heard also where Ctrl-C sent it.
    ///   - handler: Called with the number of the signal. It must neither block nor add or remove listeners.
    func listen(
        for signals: [Int32], includesKeys: Bool = true, _ handler: @escaping @Sendable (Int32) -> Void
    ) -> ListenerID {
        state.withLock { state in
            state.lastNumber += 1
            let id = ListenerID(number: state.lastNumber)
            state.listeners.append(Listener(id: id, signals: signals, includesKeys: includesKeys, handler: handler))
            return id
        }
    }

    func remove(_ listener: ListenerID) {
        state.withLock { $0.listeners.removeAll { $0.id == listener } }
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in handled { sigaddset(&set, signal) }
        return set
    }
}
