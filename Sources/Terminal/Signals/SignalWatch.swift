import Glibc

/// Signals as bytes on a descriptor, so that they can be waited for together with other input.
///
/// While it lives its signals are blocked in the thread that made it, and a thread of its own waits for them: there is
/// no handler, and so no global state. (The workers of Swift's concurrency block every signal themselves.)
final class SignalWatch {
    /// Readable when a signal came: one byte, its number.
    let descriptor: Int32
    private let before: sigset_t
    let thread: pthread_t

    /// nil if the system has no thread or descriptor left: then signals do what they always do.
    init?(_ signals: [Int32]) {
        guard let channel = Channel.open() else { return nil }
        var watched = sigset_t()
        sigemptyset(&watched)
        for signal in signals + [SIGPIPE, SIGCONT] { sigaddset(&watched, signal) }
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &watched, &before)
        // SIGPIPE is how the thread would die of a closed pipe: blocked, but not waited for.
        sigdelset(&watched, SIGPIPE)
        let waiter = Unmanaged.passRetained(Waiter(descriptor: channel.far, signals: watched))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, { Waiter.run($0) }, waiter.toOpaque()) == 0 else {
            waiter.release()
            pthread_sigmask(SIG_SETMASK, &before, nil)
            close(channel.near)
            close(channel.far)
            return nil
        }
        (descriptor, self.before, self.thread) = (channel.near, before, thread)
    }

    /// The signal that came, if one did.
    func next() -> Int32? {
        var number: UInt8 = 0
        return recv(descriptor, &number, 1, Int32(MSG_DONTWAIT)) == 1 ? Int32(number) : nil
    }

    /// The waiter is woken and finds that nobody listens any more.
    deinit {
        close(descriptor)
        pthread_kill(thread, SIGCONT)
        pthread_join(thread, nil)
        var before = before
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}

/// What the thread works with.
private final class Waiter {
    private let descriptor: Int32
    private var signals: sigset_t

    init(descriptor: Int32, signals: sigset_t) {
        self.descriptor = descriptor
        self.signals = signals
    }

    static func run(_ waiter: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let waiter else { return nil }
        Unmanaged<Waiter>.fromOpaque(waiter).takeRetainedValue().wait()
        return nil
    }

    private func wait() {
        var signal: Int32 = 0
        var number: UInt8 = 0
        repeat {
            guard sigwait(&signals, &signal) == 0 else { break }
            number = UInt8(clamping: signal)
        } while send(descriptor, &number, 1, Int32(MSG_NOSIGNAL)) == 1
        close(descriptor)
    }
}
