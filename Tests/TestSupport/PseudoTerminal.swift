import Glibc

/// A pseudo-terminal that runs a program while a test types input and reads the screen.
public final class PseudoTerminal {
    /// The descriptor of the terminal, or -1 after hanging up.
    private var descriptor: Int32
    private let path: String
    private var process: pid_t?
    /// An object that must exist as long as the program runs, such as the temporary folder of its database.
    public var owner: AnyObject?
    /// All output of the program.
    public private(set) var received: [UInt8] = []
    private var columns: Int
    private var rows: Int

    public init(columns: Int = 80, rows: Int = 24) throws {
        descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var unlocked: Int32 = 0
        var number: UInt32 = 0
        guard descriptor >= 0, ioctl(descriptor, Self.setLock, &unlocked) == 0,
            ioctl(descriptor, Self.getNumber, &number) == 0
        else { throw ChildProcess.Failure(description: "No pseudo-terminal: \(String(cString: strerror(errno)))") }
        path = "/dev/pts/\(number)"
        (self.columns, self.rows) = (columns, rows)
        resize(columns: columns, rows: rows)
    }

    /// The value of `TIOCSPTLCK`, a macro that Swift does not import.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    deinit {
        hangUp()
        guard let process else { return }
        kill(process, SIGKILL)
        _ = ProcessSpawner.wait(for: process)
    }

    /// Opens the program’s side of the terminal for tests in this process. The caller closes the descriptor.
    public func openProgramSide() -> Int32 { open(path, O_RDWR | O_NOCTTY | O_CLOEXEC) }

    /// Starts a program as the leader of a new session on this terminal.
    public func start(_ program: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        let settings = ["TERM": "xterm-256color"].merging(environment) { _, given in given }
        process = try ProcessSpawner.spawn(program, arguments, settings, &actions, beginsSession: true)
    }

    public func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }

    public func send(_ signal: Int32) {
        if let process { kill(process, signal) }
    }

    /// Disconnects the terminal, as closing its window or dropping its connection would.
    public func hangUp() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    // MARK: - Typing and reading

    public func type(_ text: String) {
        type(Array(text.utf8))
    }

    public func type(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Array(rest).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static let timeout = Duration.seconds(60)

    public var text: String { String(decoding: received, as: UTF8.self) }

    /// The current content of the screen.
    public var screen: ScreenEmulator {
        var screen = ScreenEmulator(columns: columns, rows: rows)
        screen.show(text)
        return screen
    }

    /// Reads output until a condition holds.
    /// - Parameter milliseconds: The interval at which the condition is checked without new output.
    /// - Returns: Whether the condition held before the program ended or the timeout passed.
    @discardableResult
    public func wait(every milliseconds: Int32 = 100, until condition: (PseudoTerminal) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + Self.timeout
        while !condition(self) {
            guard ContinuousClock.now < deadline, readAvailable(waiting: milliseconds) else { return condition(self) }
        }
        return true
    }

    /// Waits until the screen contains a string.
    /// - Returns: Whether the string appeared before the program ended or the timeout passed.
    @discardableResult
    public func wait(for text: String) -> Bool {
        wait { $0.screen.text.contains(text) }
    }

    /// Reads the remaining output and waits for the program to end. The program is killed after the timeout.
    /// - Parameter reading: Whether to read the output.
    /// - Returns: The exit status as reported by a shell, or `nil` if no program was started.
    public func finish(reading: Bool = true) -> Int32? {
        let deadline = ContinuousClock.now + Self.timeout
        while reading ? readAvailable(waiting: 100) : isRunning {
            guard ContinuousClock.now >= deadline else { continue }
            send(SIGKILL)
            break
        }
        guard let process else { return nil }
        self.process = nil
        return ProcessSpawner.wait(for: process)
    }

    /// Whether the program has not exited yet. If it is running, returns after a pause.
    private var isRunning: Bool {
        guard let process else { return false }
        var information = siginfo_t()
        waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
        if information._sifields._sigchld.si_pid == process { return false }
        usleep(10_000)
        return true
    }

    /// Stops the output of the program, as Ctrl-S would.
    public func stopOutput() {
        let side = openProgramSide()
        tcflow(side, TCOOFF)
        close(side)
    }

    /// Waits without reading until the terminal accepts no more output.
    /// - Returns: Whether this happened before the timeout.
    public func waitUntilFull() -> Bool {
        let side = openProgramSide()
        defer { close(side) }
        let deadline = ContinuousClock.now + Self.timeout
        while ContinuousClock.now < deadline {
            var waiting = pollfd(fd: side, events: Int16(POLLOUT), revents: 0)
            if poll(&waiting, 1, 0) == 0 { return true }
            usleep(10_000)
        }
        return false
    }

    /// Reads the available output, or waits for output.
    /// - Returns: Whether more output can follow.
    private func readAvailable(waiting milliseconds: Int32) -> Bool {
        guard descriptor >= 0 else { return false }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return true }
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return false }
        received += buffer.prefix(count)
        return true
    }
}
