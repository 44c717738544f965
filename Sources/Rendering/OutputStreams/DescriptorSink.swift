import Glibc
import Localization

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
    /// Files opened later cannot use the descriptors. Reading from a reopened input or writing to a reopened output fails.
    public static func prepare() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
        signal(SIGPIPE, SIG_IGN)
    }
}
