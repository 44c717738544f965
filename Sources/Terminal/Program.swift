import CGlibc
import Glibc
import Localization

/// An external program that runs on the user’s terminal, such as a pager, an editor, or a browser.
public struct Program: Hashable, Sendable {
    /// The program name, which is looked up in `PATH`, and the arguments.
    public let words: [String]
    public let environment: [String: String]

    public struct LaunchError: Error {
        /// The error code of the call that failed, `ENOENT` if the command is empty, or `EMSGSIZE` if the input is too
        /// long.
        let code: Int32

        public var reason: Message {
            code == ENOENT ? "The program does not exist." : "\(String(cString: strerror(code)))."
        }
    }

    public init(_ words: [String], environment: [String: String]) {
        self.words = words
        self.environment = environment
    }

    /// Runs the program on the terminal, waits until it exits, and restores the terminal modes.
    ///
    /// - Parameter signals: The signals of this process. While the program runs, only the program handles Ctrl-C and
    ///   Ctrl-\.
    /// - Returns: The exit status, or 128 + n if signal n ended the program.
    public func run(watching signals: SignalDispatcher? = nil) throws(LaunchError) -> Int32 {
        let modes = TerminalModes(of: 0)
        let keys = SignalWatch([SIGINT, SIGQUIT, SIGCONT], of: signals)
        defer {
            modes?.restore()
            keys?.drain()
        }
        return Self.wait(for: try start(input: nil))
    }

    /// Starts the program in a separate process group, without input or output. The program continues after this
    /// process exits, and Ctrl-C does not end it. Neither the program nor any program started later inherits the open
    /// files of this process.
    public func startInBackground() throws(LaunchError) {
        // A program that waits until this process closes a pipe or releases a lock should not wait for the background
        // program.
        close_range(3, .max, Int32(CGLIBC_CLOSE_ON_EXEC))
        _ = try start(POSIX_SPAWN_SETPGROUP) { actions in
            for descriptor: Int32 in 0...2 {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            }
        }
    }

    /// Starts the program.
    ///
    /// - Parameter input: The descriptor to use as standard input, or `nil` to inherit standard input.
    func start(input: Int32?) throws(LaunchError) -> pid_t {
        try start { actions in
            if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
        }
    }

    func start(
        _ flags: Int32 = 0, setting descriptors: (inout posix_spawn_file_actions_t) -> Void
    ) throws(LaunchError) -> pid_t {
        guard let name = words.first else { throw LaunchError(code: ENOENT) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        descriptors(&actions)
        var attributes = Self.ordinarySignals(flags)
        defer { posix_spawnattr_destroy(&attributes) }
        var arguments = words.map { strdup($0) } + [nil]
        var settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in arguments + settings { free(word) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, name, &actions, &attributes, &arguments, &settings)
        guard code == 0 else { throw LaunchError(code: code) }
        return process
    }

    static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Returns spawn attributes that reset the signals ignored or blocked by this process.
    private static func ordinarySignals(_ flags: Int32) -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGPIPE, SIGQUIT] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | flags))
        return attributes
    }
}

/// The standard output and the exit status of a program.
public struct ProgramOutput: Hashable, Sendable {
    /// The output. If it is longer than the limit, it contains one byte more than the limit.
    public let bytes: [UInt8]
    /// The exit status, or 128 + n if signal n ended the program.
    public let status: Int32
}

extension Program {
    /// Runs the program on the terminal and collects its standard output instead of showing it.
    ///
    /// If standard input is not a terminal, the program has no input, because the input may be a script for this
    /// process.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes to collect.
    ///   - signals: The signals of this process. Ctrl-C ends the program.
    /// - Throws: `LaunchError`, or `CancellationError` after Ctrl-C.
    public func output(limit: Int, watching signals: SignalDispatcher? = nil) throws -> ProgramOutput {
        let modes = TerminalModes(of: 0)
        let keys = SignalWatch([SIGINT, SIGQUIT, SIGCONT], of: signals)
        defer { modes?.restore() }
        let (process, output) = try startCollecting { actions in
            if modes == nil { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
        }
        let bytes = Self.read(output, upTo: limit, until: keys)
        // A program that writes more than the limit fails, instead of waiting for a reader.
        close(output)
        // A terminal sends the SIGINT of Ctrl-C to the program as well. Other senders do not, so the program is ended
        // here.
        if bytes == nil { kill(process, SIGTERM) }
        let status = Self.wait(for: process)
        let isInterrupted = keys?.drain().contains(SIGINT) ?? false
        guard let bytes, !isInterrupted else { throw CancellationError() }
        return ProgramOutput(bytes: bytes, status: status)
    }

    /// Starts the program and returns its process ID and the descriptor to read its output from. The output is a pipe,
    /// because programs cannot open /dev/stdout if it is a socket.
    fileprivate func startCollecting(
        _ flags: Int32 = 0, setting descriptors: (inout posix_spawn_file_actions_t) -> Void
    ) throws(LaunchError) -> (process: pid_t, output: Int32) {
        let pipe = try Self.pipe()
        defer { close(pipe.input) }
        do throws(LaunchError) {
            let process = try start(flags) { actions in
                posix_spawn_file_actions_adddup2(&actions, pipe.input, 1)
                descriptors(&actions)
            }
            return (process, pipe.output)
        } catch {
            close(pipe.output)
            throw error
        }
    }

    private static func pipe() throws(LaunchError) -> (output: Int32, input: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw LaunchError(code: errno) }
        return (ends[0], ends[1])
    }

    /// Returns the bytes up to the end, or up to one byte more than the limit. After Ctrl-C, returns `nil`.
    private static func read(_ descriptor: Int32, upTo limit: Int, until keys: SignalWatch?) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            switch keys?.signal(orInputFrom: descriptor) {
            case SIGINT: return nil
            case .some: continue
            case nil: break
            }
            var chunk = [UInt8](repeating: 0, count: limit + 1 - bytes.count)
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }
}

extension Program {
    /// Runs the program with a short text as its standard input and returns its standard output.
    ///
    /// - Parameters:
    ///   - input: The standard input, of at most 4096 bytes.
    ///   - limit: The maximum number of bytes to collect.
    public func output(of input: [UInt8], limit: Int) throws(LaunchError) -> ProgramOutput {
        let pipe = try Self.pipe()
        defer { close(pipe.output) }
        // A pipe holds at least PIPE_BUF bytes, so writing does not wait for the program.
        let count = write(pipe.input, input, min(input.count, Int(PIPE_BUF)))
        close(pipe.input)
        guard count == input.count else { throw LaunchError(code: EMSGSIZE) }
        let filter = try ProgramFilter(self, input: pipe.output)
        let bytes = Self.read(filter.output, upTo: limit, until: nil) ?? []
        return ProgramOutput(bytes: bytes, status: filter.finish())
    }
}

/// A running program that reads a file and writes its result to a pipe. Its error messages are discarded.
public struct ProgramFilter: ~Copyable {
    /// The descriptor from which to read the result.
    public let output: Int32
    private let process: pid_t

    /// Starts a program.
    ///
    /// - Parameter input: The descriptor to use as standard input.
    public init(_ program: Program, input: Int32) throws(Program.LaunchError) {
        // Ctrl-C interrupts only this process, which then ends the program.
        (process, output) = try program.startCollecting(POSIX_SPAWN_SETPGROUP) { actions in
            posix_spawn_file_actions_adddup2(&actions, input, 0)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
    }

    deinit { _ = Self.status(of: process, closing: output) }

    /// Closes the output and waits until the program exits. If the program is still writing, it fails.
    ///
    /// - Returns: The exit status, or 128 + n if signal n ended the program.
    public consuming func finish() -> Int32 {
        let status = Self.status(of: process, closing: output)
        discard self
        return status
    }

    private static func status(of process: pid_t, closing output: Int32) -> Int32 {
        close(output)
        return Program.wait(for: process)
    }
}
