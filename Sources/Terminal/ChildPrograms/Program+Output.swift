import CGlibc
import Glibc

/// The standard output and the exit status of a program.
public struct ProgramOutput: Hashable, Sendable {
    /// The output. If it is longer than the limit, it contains one byte more than the limit.
    public let bytes: [UInt8]
    /// The exit status, or 128 + n if signal n ended the program.
    public let status: Int32
}

extension Program {
    /// Runs the program on the terminal, and collects its standard output instead of showing it.
    ///
    /// If standard input is not a terminal, the program has no input, because the input may be a script for this process.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes to collect.
    ///   - signals: The signals of this process. Ctrl-C ends the program.
    /// - Throws: `LaunchError`, or `CancellationError` after Ctrl-C.
    public func output(limit: Int, watching signals: SignalDispatcher? = nil) throws -> ProgramOutput {
        let modes = TerminalModes(of: 0)
        let keys = SignalWatch([SIGINT, SIGQUIT, SIGCONT], of: signals)
        defer { modes?.restore() }
        let (process, output) = try startCollecting(hasInput: modes != nil)
        let bytes = Self.read(output, upTo: limit, until: keys)
        // A program that writes more than the limit fails, instead of waiting for a reader.
        close(output)
        // The terminal sends the signal of Ctrl-C to the program, too, but other senders do not.
        if bytes == nil { kill(process, SIGTERM) }
        let status = Self.wait(for: process)
        let isInterrupted = keys?.drain().contains(SIGINT) ?? false
        guard let bytes, !isInterrupted else { throw CancellationError() }
        return ProgramOutput(bytes: bytes, status: status)
    }

    /// Starts the program, and returns the descriptor to read its output from.
    private func startCollecting(hasInput: Bool) throws(LaunchError) -> (process: pid_t, output: Int32) {
        // Not a socket: programs cannot open /dev/stdout if it is one.
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw LaunchError(code: errno) }
        defer { close(ends[1]) }
        do throws(LaunchError) {
            let process = try start { actions in
                posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
                if !hasInput { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
            }
            return (process, ends[0])
        } catch {
            close(ends[0])
            throw error
        }
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
