import Glibc
import Localization
import Rendering

/// A sink that hands output to a pager once it is more than a screenful, and shows less than that directly.
///
/// Quitting the pager early ends the writing with `OutputProblem.readerLeft`, which is not worth telling.
public final class Pager: ByteSink {
    private let direct: DescriptorSink
    private let program: Program
    private let size: TerminalSize
    private let signals: Signals?
    private var held: [UInt8]? = []
    private var pager: PagerProcess?

    private struct PagerProcess {
        let process: pid_t
        let descriptor: Int32
        let sink: DescriptorSink
        let interrupt: SignalWatch?
    }

    /// - Parameter words: Takes the line that names the pager apart; none if it cannot.
    /// - Returns: A pager for standard output, or plain standard output where none is wanted.
    public static func forStandardOutput(
        _ traits: TerminalTraits, environment: [String: String], signals: Signals?, words: (String) -> [String]
    ) -> Output {
        let command = command(environment, words: words)
        guard traits.isOutputTTY, !traits.isDumb, !traits.isPlain, !command.isEmpty else {
            return .standardOutput()
        }
        // Where no locale says so, less would not know that the bytes are UTF-8.
        let usual = ["LESS": lessOptions(traits.size.columns), "LESSCHARSET": "utf-8"]
        let settings = environment.merging(usual) { own, _ in own }
        return Output(Pager(1, Program(command, environment: settings), traits.size, signals))
    }

    init(_ descriptor: Int32, _ program: Program, _ size: TerminalSize, _ signals: Signals? = nil) {
        self.signals = signals
        direct = DescriptorSink(descriptor, name: "standard output")
        self.program = program
        self.size = size
    }

    /// `ALMANAC_PAGER`, else `PAGER`, else `less`, with its arguments; none if it is empty or `cat`.
    static func command(_ environment: [String: String], words: (String) -> [String]) -> [String] {
        let words = words(environment["ALMANAC_PAGER"] ?? environment["PAGER"] ?? "less")
        return words == ["cat"] ? [] : words
    }

    private static let keyHint: (within: Message, atEnd: Message) = (
        within: "Space goes on, b goes back, q leaves", atEnd: "b goes back, q leaves"
    )
    private static let shortKeyHint: (within: Message, atEnd: Message) = (within: "Space, b, q", atEnd: "b, q")

    /// What fits is left on the screen, colours stay colours, and a page that is read to its end leads back; whoever has
    /// come here from a prompt is told in the last row where they are and how to get on.
    static func lessOptions(_ columns: Int) -> String {
        let keys = columns < 40 ? shortKeyHint : keyHint
        let lines = columns < 40 ? "" : "%lt-%lb?L/%L.  "
        return "-FRXe -Ps\(lines)?e\(keys.atEnd.localized):\(keys.within.localized).$"
    }

    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard var held else { return try forward(bytes) }
        held.append(contentsOf: bytes)
        guard rows(of: held) >= size.rows else {
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
        self.pager = nil
    }

    deinit { try? close() }

    /// A line takes a row for each width it has begun, counted in bytes: near enough.
    private func rows(of bytes: [UInt8]) -> Int {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
            .reduce(0) { $0 + max(1, ($1.count + size.columns - 1) / size.columns) }
    }

    /// A pager that cannot be started is done without. While it runs, Ctrl-C is meant for it.
    private func start() -> PagerProcess? {
        guard let channel = SocketPair.open() else { return nil }
        defer { Glibc.close(channel.far) }
        guard let process = try? program.start(input: channel.far) else {
            Glibc.close(channel.near)
            return nil
        }
        let sink = DescriptorSink(channel.near, name: "the pager")
        return PagerProcess(
            process: process, descriptor: channel.near, sink: sink, interrupt: SignalWatch([SIGINT], of: signals))
    }
}
