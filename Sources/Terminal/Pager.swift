import Glibc
import Localization
import Rendering
import Text

/// A sink that starts a pager when the output does not fit on the screen. If only a few lines do not fit, they scroll
/// off the screen instead.
///
/// If the user quits the pager early, writing throws `OutputProblem.readerLeft`, which is not reported to the user.
public final class Pager: ByteSink {
    /// The number of lines that may scroll off the screen.
    private static let scrolledLines = 2

    private let direct: DescriptorSink
    private let program: Program
    private let size: TerminalSize
    private let signals: SignalDispatcher?
    private var held: [UInt8]? = []
    private var pager: PagerProcess?

    private struct PagerProcess {
        let process: pid_t
        let descriptor: Int32
        let sink: DescriptorSink
        let keys: SignalWatch?
        let modes: TerminalModes?
    }

    /// Returns standard output. If it is a suitable terminal and paging is not disabled, long output starts a pager.
    ///
    /// - Parameter words: A function that splits the pager’s command line into words. It returns no words if the
    ///   command line is invalid.
    public static func forStandardOutput(
        _ traits: TerminalTraits, environment: [String: String], signals: SignalDispatcher?, words: (String) -> [String]
    ) -> Output {
        let command = command(environment, words: words)
        guard traits.isOutputTTY, !traits.isDumb, !traits.isPlain, !command.isEmpty else {
            return .standardOutput()
        }
        // Without a locale, less does not assume UTF-8.
        let usual = ["LESS": lessOptions(traits.size.columns), "LESSCHARSET": "utf-8"]
        let settings = environment.merging(usual) { own, _ in own }
        return Output(Pager(1, Program(command, environment: settings), traits.size, signals))
    }

    init(_ descriptor: Int32, _ program: Program, _ size: TerminalSize, _ signals: SignalDispatcher? = nil) {
        self.signals = signals
        direct = DescriptorSink(descriptor, name: "standard output")
        self.program = program
        self.size = size
    }

    /// Returns the words of the pager command: `ALMANAC_PAGER`, `PAGER`, or `less`. For `cat`, the result is empty.
    static func command(_ environment: [String: String], words: (String) -> [String]) -> [String] {
        let words = words(environment["ALMANAC_PAGER"] ?? environment["PAGER"] ?? "less")
        return words == ["cat"] ? [] : words
    }

    private static let keyHint: (within: Message, atEnd: Message) = (
        within: "Space next, b back, q quit", atEnd: "b back, q quit"
    )
    private static let shortKeyHint: (within: Message, atEnd: Message) = (within: "Space, b, q", atEnd: "b, q")

    /// Returns the options for `less`, including a prompt that shows the position and the keys.
    static func lessOptions(_ columns: Int) -> String {
        let keys = columns < 40 ? shortKeyHint : keyHint
        let lines = columns < 40 ? "" : "%lt-%lb?L/%L.  "
        // -F: exit if the text fits the screen. -R: keep colors. -X: keep the screen. -e: exit when the end is reached
        // again.
        return "-FRXe -Ps\(lines)?e\(keys.atEnd.localized):\(keys.within.localized).$"
    }

    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard var held else { return try forward(bytes) }
        held.append(contentsOf: bytes)
        guard rows(of: held) >= size.rows + Self.scrolledLines else {
            self.held = held
            return
        }
        self.held = nil
        pager = start()
        try held.withUnsafeBytes(forward)
    }

    private func forward(_ bytes: UnsafeRawBufferPointer) throws {
        guard let pager else { return try direct.write(bytes) }
        try CursorColumn.removed(from: bytes).withUnsafeBytes(pager.sink.write)
    }

    public func close() throws {
        if let held { try held.withUnsafeBytes(direct.write) }
        held = nil
        guard let pager else { return }
        Glibc.close(pager.descriptor)
        _ = Program.wait(for: pager.process)
        pager.modes?.restoreIfChanged()
        // The signal of a key that was typed in the pager may still be pending.
        pager.keys?.drain()
        self.pager = nil
    }

    deinit { try? close() }

    /// Returns the number of screen rows that the output occupies.
    private func rows(of bytes: [UInt8]) -> Int {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().reduce(0) {
            rows, line in
            let width = DisplayWidth.width(of: String(decoding: Self.withoutSequences(line), as: UTF8.self))
            return rows + max(1, (width + size.columns - 1) / size.columns)
        }
    }

    /// Returns a line without control sequences, such as colors (ECMA-48, section 5.4).
    private static func withoutSequences(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var rest = line
        while let escape = rest.firstIndex(of: 0x1B) {
            text += rest[..<escape]
            rest = rest[escape...].dropFirst(2).drop { !(0x40...0x7E).contains($0) }.dropFirst()
        }
        return text + rest
    }

    /// Starts the pager. While the pager runs, only the pager handles Ctrl-C and Ctrl-\. After it ends, even if it is
    /// killed, `close()` restores the terminal modes.
    ///
    /// - Returns: The running pager, or `nil` if it cannot be started.
    private func start() -> PagerProcess? {
        guard let channel = SocketPair.open() else { return nil }
        defer { Glibc.close(channel.far) }
        let modes = TerminalModes(of: 1)
        let keys = SignalWatch([SIGINT, SIGQUIT, SIGCONT], of: signals)
        guard let process = try? program.start(input: channel.far) else {
            Glibc.close(channel.near)
            return nil
        }
        let sink = DescriptorSink(channel.near, name: "the pager")
        return PagerProcess(process: process, descriptor: channel.near, sink: sink, keys: keys, modes: modes)
    }
}
