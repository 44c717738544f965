import Glibc

/// A conversation with several processes at once, none of which is waited for.
extension ChildProcess {
    public func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.send(input, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Ends its input.
    public func hangUp() { shutdown(input, Int32(SHUT_WR)) }

    /// Waits until one of the processes has written something, or ended, and tells what each has written since.
    public static func listen(to children: [ChildProcess]) -> [(output: [UInt8], errors: [UInt8])] {
        var waiting = children.flatMap { child in
            child.streams.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        }
        poll(&waiting, UInt(waiting.count), 1000)
        return children.map { child in
            let heard = child.streams.map { descriptor in
                var buffer = [UInt8](repeating: 0, count: 64 * 1024)
                let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                return Array(buffer.prefix(max(0, count)))
            }
            return (heard[0], heard[1])
        }
    }
}
