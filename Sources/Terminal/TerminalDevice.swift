import Glibc
import Rendering

/// The terminal of a prompt. It is in raw mode while the prompt is open.
final class TerminalDevice {
    private let input: Int32
    private let output: DescriptorSink
    private let outputDescriptor: Int32
    private var modes: TerminalModes?
    private let signals: SignalDispatcher?
    /// The size to assume if the terminal does not report its size.
    private let fallbackSize: TerminalSize
    private var watch: SignalWatch?

    init(input: Int32, output: Int32, fallbackSize: TerminalSize, signals: SignalDispatcher?) {
        self.signals = signals
        self.fallbackSize = fallbackSize
        self.input = input
        self.output = DescriptorSink(output, name: "the terminal")
        outputDescriptor = output
    }

    deinit { close() }

    enum Event {
        case bytes([UInt8])
        case quiet
        case resized
        /// The process was stopped and continued.
        case continued
        case signal(Int32)
        /// The terminal was disconnected.
        case end
    }

    var size: TerminalSize { TerminalSize(outputDescriptor, otherwise: fallbackSize) }

    /// Switches to raw mode and enables bracketed paste.
    func open() {
        // In raw mode, Ctrl-C does not send SIGINT, so a SIGINT from the keyboard was meant for the previous reader.
        // SIGTERM, SIGHUP, and SIGQUIT end the process even while the terminal accepts no output.
        let wanted = [SIGINT, SIGTSTP, SIGCONT, SIGWINCH]
        watch = SignalWatch(wanted, includesKeys: false, of: signals)
        modes = TerminalModes(of: input)
        if let modes { CrashHandler.install(restoring: modes, leavesPrompt: true) }
        modes?.setRaw()
        try? write("\u{1B}[?2004h")
    }

    func close() {
        guard let modes else { return }
        try? write("\u{1B}[?2004l")
        modes.restore()
        CrashHandler.uninstall()
        self.modes = nil
        let watch = watch
        self.watch = nil
        watch?.forwardPending()
    }

    /// Restores the terminal modes and performs the default action of a signal.
    func handOver(to signal: Int32) {
        close()
        SignalDispatcher.performDefault(signal)
    }

    func write(_ text: String) throws {
        try Array(text.utf8).withUnsafeBytes(output.write)
    }

    /// Waits for the next event.
    ///
    /// - Parameter timeout: The maximum time in milliseconds, or `nil` for no limit.
    func nextEvent(timeout: Int32? = nil) -> Event {
        var waiting = [pollfd(fd: input, events: Int16(POLLIN), revents: 0)]
        if let watch { waiting.append(pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)) }
        while true {
            let ready = poll(&waiting, nfds_t(waiting.count), timeout ?? -1)
            if ready == 0 { return .quiet }
            if ready < 0 {
                if errno == EINTR { continue }
                return .end
            }
            if waiting.count > 1, waiting[1].revents != 0, let signal = watch?.next() {
                switch signal {
                case SIGWINCH: return .resized
                case SIGCONT: return .continued
                default: return .signal(signal)
                }
            }
            if waiting[0].revents != 0 { return readBytes() }
        }
    }

    private func readBytes() -> Event {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(input, &buffer, buffer.count)
        if count > 0 { return .bytes(Array(buffer.prefix(count))) }
        return count < 0 && errno == EINTR ? .quiet : .end
    }
}
