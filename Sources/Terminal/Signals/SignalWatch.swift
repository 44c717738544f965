import Glibc

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

    /// Removes and returns all pending signals of this process. SIGCONT must be among the watched signals.
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
