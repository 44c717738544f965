import Glibc

/// Hears Ctrl-C while a command runs.
public enum InterruptMonitor {
    /// Runs a command, and calls a handler from a thread of its own at each SIGINT that comes meanwhile.
    ///
    /// Ctrl-C is a signal then, and does not end the process.
    public static func during<Result>(
        _ signals: Signals, _ body: () async throws -> Result, interrupted handler: @escaping @Sendable () -> Void
    ) async rethrows -> Result {
        let listener = Listener(signals, handler)
        defer { listener?.stop() }
        return try await body()
    }

    /// Does what Ctrl-C is to cancel. It begins when Ctrl-C is heard already, so that who listens within it, for an editor,
    /// is the innermost who does.
    public static func cancelling<Result: Sendable>(
        _ signals: Signals, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let (beginning, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in beginning {}
            return try await work()
        }
        return try await during(signals) {
            begin.finish()
            return try await task.value
        } interrupted: {
            task.cancel()
        }
    }

    /// The signals' descriptor, and the thread that reads it.
    private struct Listener {
        let watch: SignalWatch
        let thread: pthread_t
        let stopping: Int32

        init?(_ signals: Signals, _ handler: @escaping @Sendable () -> Void) {
            guard let watch = SignalWatch([SIGINT], of: signals), let channel = SocketPair.open() else { return nil }
            let ear = Unmanaged.passRetained(InterruptListener(watch.descriptor, stopping: channel.far, handler))
            var thread = pthread_t()
            guard pthread_create(&thread, nil, { InterruptListener.run($0) }, ear.toOpaque()) == 0 else {
                ear.release()
                close(channel.near)
                close(channel.far)
                return nil
            }
            (self.watch, self.thread, stopping) = (watch, thread, channel.near)
        }

        func stop() {
            close(stopping)
            pthread_join(thread, nil)
        }
    }
}

private final class InterruptListener {
    private let descriptor: Int32
    private let stopping: Int32
    private let handler: @Sendable () -> Void

    init(_ descriptor: Int32, stopping: Int32, _ handler: @escaping @Sendable () -> Void) {
        (self.descriptor, self.stopping, self.handler) = (descriptor, stopping, handler)
    }

    static func run(_ ear: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let ear else { return nil }
        Unmanaged<InterruptListener>.fromOpaque(ear).takeRetainedValue().listen()
        return nil
    }

    private func listen() {
        var waiting = [descriptor, stopping].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while waiting[1].revents == 0 {
            guard poll(&waiting, 2, -1) > 0 || errno == EINTR else { break }
            var signal: UInt8 = 0
            let dontWait = Int32(MSG_DONTWAIT)
            while recv(descriptor, &signal, 1, dontWait) == 1 {
                if Int32(signal) == SIGINT { handler() }
            }
        }
        close(stopping)
    }
}
