import Glibc

/// `posix_spawn` and `waitpid` with Swift types.
enum Spawning {
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

    /// The status as a shell reports it.
    static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// POSIX_SPAWN_SETSID, which Swift does not import.
    private static let setSession: Int32 = 0x80
}
