import CGlibc
import Glibc

/// A running program that reads a file and writes its result to a pipe. Its error messages are discarded.
public struct ProgramFilter: ~Copyable {
    /// The descriptor from which to read the result.
    public let output: Int32
    private let process: pid_t

    /// Starts a program.
    ///
    /// - Parameter input: The descriptor to use as standard input.
    public init(_ program: Program, input: Int32) throws(Program.LaunchError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Program.LaunchError(code: errno) }
        defer { close(ends[1]) }
        do throws(Program.LaunchError) {
            // Ctrl-C interrupts only the reader, which then ends the program.
            process = try program.start(POSIX_SPAWN_SETPGROUP) { actions in
                posix_spawn_file_actions_adddup2(&actions, input, 0)
                posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
                posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            }
        } catch {
            close(ends[0])
            throw error
        }
        output = ends[0]
    }

    deinit { _ = Self.status(of: process, closing: output) }

    /// Waits until the program exits. A program that is still writing fails.
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
