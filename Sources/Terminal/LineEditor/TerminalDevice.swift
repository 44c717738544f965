import Glibc
import Rendering

/// The terminal while a prompt is open: raw, and given back as it was however the prompt ends.
final class TerminalDevice {
    private let input: Int32
    private let output: DescriptorSink
    private let outputDescriptor: Int32
    private var modes: TerminalModes?
    private let signals: Signals?
    /// What is taken for the size where the terminal does not know its own.
    private let usualSize: TerminalSize
    private var watch: SignalWatch?

    init(input: Int32, output: Int32, usualSize: TerminalSize, signals: Signals?) {
        self.signals = signals
        self.usualSize = usualSize
        self.input = input
        self.output = DescriptorSink(output, name: "the terminal")
        outputDescriptor = output
    }

    deinit { close() }

    enum Event {
        case bytes([UInt8])
        case quiet
        case resized
        /// Stopped and continued by somebody else.
        case continued
        case signal(Int32)
        /// The terminal is gone.
        case end
    }

    var size: TerminalSize { .of(outputDescriptor, otherwise: usualSize) }

    // MARK: - Opening and closing

    /// From here on the terminal marks what is pasted.
    func open() {
        // A raw terminal sends no SIGINT: one that Ctrl-C sent was pressed before, and is for who ran then.
        let wanted = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
        watch = SignalWatch(wanted, includesKeys: false, of: signals)
        modes = TerminalModes(of: input)
        modes.map(CrashHandler.install(restoring:))
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

    /// Lets the signal do what it would have done without us, with the terminal as it was.
    func handOver(to signal: Int32) {
        close()
        Signals.performDefault(signal)
    }

    // MARK: - Reading and writing

    func write(_ text: String) throws {
        try Array(text.utf8).withUnsafeBytes(output.write)
    }

    /// - Parameter timeout: In milliseconds; nil waits for ever.
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
