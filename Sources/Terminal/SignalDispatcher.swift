import Glibc
import Synchronization

/// A dispatcher for the signals of the process.
///
/// The main thread receives each signal and passes it to the innermost listener. Without a listener, the default action
/// of the signal is performed.
///
/// The threads of Swift concurrency block all signals, so only the main thread can receive them.
public final class SignalDispatcher: Sendable {
    private static let handled = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH,
        // These signals end the process by default. They are handled to restore the terminal first.
        SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU, SIGPWR, SIGIO, SIGSTKFLT,
    ]

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
        /// The listeners, with the innermost listener last.
        var listeners: [Listener] = []
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Creates a dispatcher and blocks its signals in the calling thread. Call this on the main thread before any other
    /// thread starts, because new threads inherit the signal mask.
    public init() {
        var signals = SignalDispatcher.set
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Receives signals until the process ends.
    public func wait() -> Never {
        var signals = SignalDispatcher.set
        while true {
            var origin = siginfo_t()
            let signal = sigwaitinfo(&signals, &origin)
            guard signal > 0 else { continue }
            // Signals from the kernel, such as those sent for keys, have a positive code.
            if !deliver(signal, isKey: origin.si_code > 0) { SignalDispatcher.performDefault(signal) }
        }
    }

    static func performDefault(_ signal: Int32) {
        // A running process ignores these signals by default, and the terminal must keep its modes.
        if signal == SIGCONT || signal == SIGWINCH || isIgnored(signal) { return }
        var one = sigset_t()
        var before = sigset_t()
        sigemptyset(&one)
        sigaddset(&one, signal)
        // Prevent the Swift runtime from reporting a crash.
        if signal == SIGQUIT { Glibc.signal(SIGQUIT, SIG_DFL) }
        CrashHandler.restoreTerminal {
            pthread_sigmask(SIG_UNBLOCK, &one, &before)
            raise(signal)
            // The process was stopped and continued, or ignores the signal.
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
    }

    /// Returns whether the process ignores a signal, as after `nohup`.
    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Passes a signal to the innermost listener.
    ///
    /// - Returns: Whether a listener received the signal.
    func deliver(_ signal: Int32, isKey: Bool = false) -> Bool {
        // The lock ensures that no handler runs after its listener is removed.
        state.withLock { state in
            guard let listener = state.listeners.last(where: { $0.accepts(signal, isKey: isKey) }) else { return false }
            listener.handler(signal)
            return true
        }
    }

    /// Adds a listener.
    ///
    /// - Parameters:
    ///   - includesKeys: Whether the listener receives SIGINT from the keyboard.
    ///   - handler: A function that receives the signal number. It must not block, add listeners, or remove listeners.
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

/// A descriptor that receives signals as bytes, for waiting for signals and other input at the same time.
final class SignalWatch {
    /// The descriptor that receives the number of each signal as one byte.
    let descriptor: Int32
    private let far: Int32
    private let listener: SignalDispatcher.ListenerID
    private let signals: SignalDispatcher

    /// Creates a watch for signals, or returns `nil` if `signals` is `nil` or no descriptor is available.
    ///
    /// - Parameter includesKeys: Whether to watch for SIGINT from the keyboard.
    init?(_ wanted: [Int32], includesKeys: Bool = true, of signals: SignalDispatcher?) {
        guard let signals, let channel = SocketPair.open() else { return nil }
        (descriptor, far, self.signals) = (channel.near, channel.far, signals)
        listener = signals.listen(for: wanted, includesKeys: includesKeys) { [far] signal in
            var number = UInt8(clamping: signal)
            send(far, &number, 1, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
    }

    /// Returns the next signal that was received, or `nil` if no signal is pending.
    func next() -> Int32? {
        var number: UInt8 = 0
        return recv(descriptor, &number, 1, Int32(MSG_DONTWAIT)) == 1 ? Int32(number) : nil
    }

    /// Waits for input on a descriptor.
    ///
    /// - Throws: `CancellationError` if a signal is received first.
    func waitForInput(from input: Int32) throws {
        if signal(orInputFrom: input) != nil { throw CancellationError() }
    }

    /// Waits for a signal or for input on a descriptor.
    ///
    /// - Returns: The signal, or `nil` if input is available.
    func signal(orInputFrom input: Int32) -> Int32? {
        var waiting = [descriptor, input].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&waiting, 2, -1) < 0, errno == EINTR {}
        return next()
    }

    /// Removes and returns all pending watched signals of this process, including the SIGCONT that this method sends.
    /// SIGCONT must be among the watched signals.
    @discardableResult
    func drain() -> Set<Int32> {
        // Pending signals are delivered in numerical order, so SIGINT and SIGQUIT arrive before SIGCONT.
        kill(getpid(), SIGCONT)
        var waiting = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        var signals: Set<Int32> = []
        while !signals.contains(SIGCONT) {
            if let signal = next() {
                signals.insert(signal)
            } else if poll(&waiting, 1, Self.drainTimeout) == 0 {
                break
            }
        }
        return signals
    }

    /// Stops watching and forwards the signals that were received but not read.
    func forwardPending() {
        signals.remove(listener)
        while let signal = next() {
            if !signals.deliver(signal) { SignalDispatcher.performDefault(signal) }
        }
    }

    /// The time in milliseconds after which a signal is assumed to be lost.
    private static let drainTimeout: Int32 = 1000

    deinit {
        signals.remove(listener)
        close(far)
        close(descriptor)
    }
}

/// A namespace for creating connected descriptors that child processes do not inherit.
package enum SocketPair {
    /// Returns two connected descriptors, or `nil` if no descriptors are available.
    package static func open() -> (near: Int32, far: Int32)? {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        return socketpair(AF_UNIX, kind, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
    }
}
