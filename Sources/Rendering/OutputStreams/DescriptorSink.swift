import Glibc
import Localization

/// Writes to a descriptor: whole buffers, every result looked at.
public final class DescriptorSink: ByteSink {
    private let descriptor: Int32
    /// What the stream is called in a sentence.
    private let name: Title

    /// The descriptor stays the caller's to close.
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

/// Makes descriptors 0, 1 and 2 safe to use; the first thing a program does.
public enum StandardStreams {
    /// Without it, the first file opened after `>&-` would become standard output and be written into.
    ///
    /// A closed stream is opened the wrong way round (nothing can be read from 0, nothing written to 1 and 2),
    /// so that its use is still an error. A reader that leaves is an error of `write`, not a signal.
    public static func prepare() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
        signal(SIGPIPE, SIG_IGN)
    }
}
