import Glibc

/// A conversation with several processes at once, none of which is waited for.
extension ChildProcess {
    public func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.send(input, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Ends its input.
    public func hangUp() { shutdown(input, Int32(SHUT_WR)) }

    /// What a process has said since it was listened to last.
    public struct ProcessOutput {
        public let output: [UInt8]
        public let errors: [UInt8]
        /// Whether its output has ended.
        public let isOver: Bool
    }

    /// Waits until one of the processes has written something, or ended.
    public static func listen(to children: [ChildProcess]) -> [ProcessOutput] {
        var waiting = children.flatMap { child in
            child.streams.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        }
        poll(&waiting, UInt(waiting.count), 1000)
        return children.map { child in
            let heard = child.streams.map { descriptor in
                var buffer = [UInt8](repeating: 0, count: 64 * 1024)
                let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                return (bytes: Array(buffer.prefix(max(0, count))), isOver: count == 0)
            }
            return ProcessOutput(output: heard[0].bytes, errors: heard[1].bytes, isOver: heard[0].isOver)
        }
    }
}
