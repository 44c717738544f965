import Glibc

extension ChildProcess {
    public func writeLine(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.send(input, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    public func closeInput() { shutdown(input, Int32(SHUT_WR)) }

    /// The output of a process since the previous read.
    public struct NewOutput {
        public let output: [UInt8]
        public let errors: [UInt8]
        /// Whether standard output has ended.
        public let isOver: Bool
    }

    /// Waits up to one second for a process to write output or end, and returns the new output of each process.
    public static func readAvailable(from children: [ChildProcess]) -> [NewOutput] {
        var waiting = children.flatMap { child in
            child.streams.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        }
        poll(&waiting, UInt(waiting.count), 1000)
        return children.map { child in
            let streams = child.streams.map { descriptor in
                var buffer = [UInt8](repeating: 0, count: 64 * 1024)
                let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                return (bytes: Array(buffer.prefix(max(0, count))), isOver: count == 0)
            }
            return NewOutput(output: streams[0].bytes, errors: streams[1].bytes, isOver: streams[0].isOver)
        }
    }

    /// Kills the process after a delay unless the process ends earlier.
    public func kill(after microseconds: Int) {
        var waiting = pollfd(fd: streams[1], events: 0, revents: 0)
        poll(&waiting, 1, Int32(microseconds / 1000))
        send(SIGKILL)
    }
}
