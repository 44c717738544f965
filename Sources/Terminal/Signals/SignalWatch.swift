import Glibc

/// Signals as bytes on a descriptor, for as long as it lives, so that they can be waited for together with other input.
final class SignalWatch {
    /// Readable when a signal came: one byte, its number.
    let descriptor: Int32
    private let far: Int32
    private let listener: Signals.ListenerID
    private let signals: Signals

    /// nil if nobody hears signals, or the system has no descriptor left: then they do what they always do.
    ///
    /// - Parameter hearsKeys: Whether SIGINT is wanted also where Ctrl-C sent it.
    init?(_ wanted: [Int32], includesKeys: Bool = true, of signals: Signals?) {
        guard let signals, let channel = SocketPair.open() else { return nil }
        (descriptor, far, self.signals) = (channel.near, channel.far, signals)
        listener = signals.listen(for: wanted, includesKeys: includesKeys) { [far] signal in
            var number = UInt8(clamping: signal)
            send(far, &number, 1, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
    }

    /// The signal that came, if one did.
    func next() -> Int32? {
        var number: UInt8 = 0
        return recv(descriptor, &number, 1, Int32(MSG_DONTWAIT)) == 1 ? Int32(number) : nil
    }

    /// Waits until there is something to read from a descriptor.
    ///
    /// - Throws: `CancellationError` when a signal comes first.
    func waitForInput(from input: Int32) throws {
        var waiting = [descriptor, input].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&waiting, 2, -1) < 0, errno == EINTR {}
        if next() != nil { throw CancellationError() }
    }

    /// Waits until whatever was sent to the process before has been heard: the main thread takes the signals that wait in the
    /// order of their numbers, and SIGCONT, which must be among those watched for, is the last of them that matters.
    func drain() {
        kill(getpid(), SIGCONT)
        var waiting = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        while next() != SIGCONT {
            guard poll(&waiting, 1, Self.patience) != 0 else { return }
        }
    }

    /// Ends listening. What came and was not read goes to who listens then, or does what it always does: nothing is lost.
    func forwardPending() {
        signals.remove(listener)
        while let signal = next() {
            if !signals.deliver(signal) { Signals.performDefault(signal) }
        }
    }

    /// Milliseconds after which nobody takes signals.
    private static let patience: Int32 = 1000

    deinit {
        signals.remove(listener)
        close(far)
        close(descriptor)
    }
}
