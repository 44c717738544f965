import Glibc
import Localization

/// A buffered output stream.
public final class Output {
    private let sink: any ByteSink
    private var buffer: [UInt8] = []
    private static let capacity = 32 * 1024

    public init(_ sink: any ByteSink) { self.sink = sink }

    public static func standardOutput() -> Output { Output(DescriptorSink(1, name: "standard output")) }
    public static func standardError() -> Output { Output(DescriptorSink(2, name: "standard error")) }

    public func write(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.capacity { try flush() }
    }

    public func write(bytes: [UInt8]) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.capacity { try flush() }
    }

    public func writeLine(_ text: String = "") throws {
        try write(text)
        try write("\n")
    }

    /// Writes the buffered text. If writing fails, the text is discarded, so that later calls do not throw the error
    /// again.
    public func flush() throws {
        guard !buffer.isEmpty else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        try buffer.withUnsafeBytes(sink.write)
    }

    public func close() throws {
        try flush()
        try sink.close()
    }
}

/// A destination for bytes, such as a descriptor, a pager, or memory.
public protocol ByteSink: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer) throws
    func close() throws
}

/// An error that occurs while writing to an output stream.
public enum OutputProblem: Error, Hashable, Sendable {
    /// The reading program has exited, as in `almanac persons | head -1`. This error is not reported to the user.
    case readerLeft
    case noSpace(stream: Title)
    case failed(stream: Title, reason: Message)

    public var isWorthReporting: Bool { self != .readerLeft }

    public var sentence: Message {
        switch self {
        case .readerLeft:
            "The program reading the output has exited."
        case .noSpace(let stream):
            "Cannot write to \(title: stream): no space left. The output is incomplete."
        case .failed(let stream, let reason):
            "Cannot write to \(title: stream): \(reason). The output is incomplete."
        }
    }
}

/// A sink that writes to a file descriptor.
public final class DescriptorSink: ByteSink {
    private let descriptor: Int32
    /// The name of the stream in error messages.
    private let name: Title

    /// Creates a sink for a descriptor. The caller must close the descriptor.
    public init(_ descriptor: Int32, name: Title) {
        self.descriptor = descriptor
        self.name = name
    }

    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if written >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            } else if errno == EAGAIN {
                waitUntilWritable()
            } else if errno != EINTR {
                throw problem(errno)
            }
        }
    }

    public func close() {}

    private func waitUntilWritable() {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
    }

    private func problem(_ code: Int32) -> OutputProblem {
        switch code {
        case EPIPE, ECONNRESET: .readerLeft
        case ENOSPC, EDQUOT: .noSpace(stream: name)
        default: .failed(stream: name, reason: "\(String(cString: strerror(code)))")
        }
    }
}

/// A namespace for preparing file descriptors 0, 1, and 2.
public enum StandardStreams {
    /// Reopens closed standard streams and ignores `SIGPIPE`.
    ///
    /// Files opened later therefore cannot receive the descriptors of standard streams. Reading from a reopened input
    /// or writing to a reopened output fails.
    public static func prepare() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
        signal(SIGPIPE, SIG_IGN)
    }
}
