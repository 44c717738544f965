import Glibc

/// A child process with its three standard streams. Methods that wait block a thread.
public final class ChildProcess {
    public struct Ending: Hashable, Sendable {
        /// The exit status, or 128 + n after signal n.
        public let status: Int32
        public let outputBytes: [UInt8]
        public let errorBytes: [UInt8]

        public var output: String { String(decoding: outputBytes, as: UTF8.self) }
        public var errors: String { String(decoding: errorBytes, as: UTF8.self) }
    }

    /// The destination of an output stream.
    public enum Destination: Hashable, Sendable {
        case collected
        case file(String)
        case closed
    }

    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    public let identifier: pid_t
    let input: Int32
    var streams: [Int32]
    private var isOver = false

    /// Creates a child process that runs a program.
    /// - Parameter environment: The complete environment. No variables are inherited.
    public init(
        _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
        output: Destination = .collected, errors: Destination = .collected
    ) throws {
        // Unlike pipes, these sockets are not inherited by other children.
        let pairs = try (0...2).map { _ in try Self.socketPair() }
        defer { for pair in pairs { close(pair.theirs) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pairs[0].theirs, 0)
        for (descriptor, destination) in [(Int32(1), output), (Int32(2), errors)] {
            switch destination {
            case .collected: posix_spawn_file_actions_adddup2(&actions, pairs[Int(descriptor)].theirs, descriptor)
            case .file(let path):
                posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT, 0o600)
            case .closed: posix_spawn_file_actions_addclose(&actions, descriptor)
            }
        }
        identifier = try ProcessSpawner.spawn(path, arguments, environment, &actions)
        input = pairs[0].ours
        streams = pairs[1...].map(\.ours)
    }

    /// Runs a program and returns its output and status after it ends.
    public static func run(
        _ path: String, _ arguments: [String] = [], input: String = "", environment: [String: String] = [:],
        output: Destination = .collected, errors: Destination = .collected, timeout: Duration = .seconds(60)
    ) throws -> Ending {
        let child = try ChildProcess(path, arguments, environment: environment, output: output, errors: errors)
        return try child.finish(input: Array(input.utf8), timeout: timeout)
    }

    public func send(_ signal: Int32) { Glibc.kill(identifier, signal) }

    /// Writes the input, collects the output, and waits for the process to end.
    /// - Throws: `Failure` after the timeout. The process is then killed.
    public func finish(input bytes: [UInt8] = [], timeout: Duration = .seconds(60)) throws -> Ending {
        var rest = bytes[...]
        var collected: [[UInt8]] = [[], []]
        let deadline = ContinuousClock.now + timeout
        if rest.isEmpty { shutdown(input, Int32(SHUT_WR)) }
        while streams.contains(where: { $0 >= 0 }) {
            guard ContinuousClock.now < deadline else {
                end()
                throw Failure(description: "The program did not end within \(timeout).")
            }
            var waiting = streams.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            waiting.append(pollfd(fd: rest.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0))
            guard poll(&waiting, 3, 1000) > 0 else { continue }
            for index in 0...1 where waiting[index].revents != 0 {
                read(index, into: &collected[index])
            }
            if waiting[2].revents != 0 { feed(&rest) }
        }
        isOver = true
        return Ending(status: ProcessSpawner.wait(for: identifier), outputBytes: collected[0], errorBytes: collected[1])
    }

    private func end() {
        send(SIGKILL)
        _ = ProcessSpawner.wait(for: identifier)
        isOver = true
    }

    private func read(_ index: Int, into collected: inout [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(streams[index], &buffer, buffer.count, 0)
        if count > 0 { return collected.append(contentsOf: buffer.prefix(count)) }
        close(streams[index])
        streams[index] = -1
    }

    private func feed(_ rest: inout ArraySlice<UInt8>) {
        let count = Array(rest).withUnsafeBytes { offer($0) }
        rest = count > 0 ? rest.dropFirst(count) : []
        if rest.isEmpty { shutdown(input, Int32(SHUT_WR)) }
    }

    private func offer(_ bytes: UnsafeRawBufferPointer) -> Int {
        Glibc.send(input, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    deinit {
        if !isOver { end() }
        close(input)
        for stream in streams where stream >= 0 { close(stream) }
    }

    private static func socketPair() throws -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure(description: "No sockets: \(String(cString: strerror(errno)))")
        }
        return (ends[0], ends[1])
    }
}

/// A wrapper around `posix_spawn` and `waitpid` with Swift types.
enum ProcessSpawner {
    static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String],
        _ actions: inout posix_spawn_file_actions_t, beginsSession: Bool = false
    ) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | (beginsSession ? Self.setSession : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + settings { free(word) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, path, &actions, &attributes, &words, &settings)
        guard code == 0 else {
            throw ChildProcess.Failure(description: "\(path) cannot be started: \(String(cString: strerror(code)))")
        }
        return process
    }

    /// Waits for a process to end.
    /// - Returns: The exit status, or 128 + n after signal n.
    static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// The value of `POSIX_SPAWN_SETSID`, a macro that Swift does not import.
    private static let setSession: Int32 = 0x80
}
