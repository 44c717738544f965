import FileIO
import Glibc
import Localization
import Model
import Rendering
import Sync
import Terminal
import Text

/// The server passwords. Each password is read once and kept in memory until the program ends or the server rejects it.
actor PasswordStore: PasswordReader {
    private struct Key: Hashable {
        let user: String?
        let source: PasswordSource?
        let origin: Origin
    }

    private let environment: [String: String]
    private let traits: TerminalTraits
    private let isInteractive: Bool
    private let signals: SignalDispatcher?
    private let indicator: ProgressIndicator
    private var passwords: [Key: Secret] = [:]

    init(
        environment: [String: String], traits: TerminalTraits, isInteractive: Bool, signals: SignalDispatcher?,
        indicator: ProgressIndicator
    ) {
        (self.environment, self.traits, self.isInteractive) = (environment, traits, isInteractive)
        (self.signals, self.indicator) = (signals, indicator)
    }

    func password(of account: ServerAccount, on origin: Origin) async throws -> Secret {
        let key = Key(user: account.user, source: account.password, origin: origin)
        if let password = passwords[key] { return password }
        let password =
            switch account.password {
            case .command(let command): try await indicator.hidden { try printedPassword(of: command) }
            case .file(let path): try Self.storedPassword(in: path)
            case .prompt, nil: try await indicator.hidden { try await enteredPassword(of: account.user, on: origin) }
            }
        passwords[key] = password
        return password
    }

    // Without `async`, calls in this module would use the default implementation.
    func discardPassword(of account: ServerAccount, on origin: Origin) async {
        passwords[Key(user: account.user, source: account.password, origin: origin)] = nil
    }

    // MARK: - Sources

    private func printedPassword(of command: String) throws -> Secret {
        let program = Program(["/bin/sh", "-c", command], environment: environment)
        do {
            let output = try program.output(limit: Self.limit, watching: signals)
            // A program that printed more than the limit may have been killed by a signal.
            if output.bytes.count <= Self.limit, output.status != 0 {
                throw FileFailure(reason: "It exited with status \(output.status).")
            }
            return try Self.password(in: output.bytes)
        } catch let error as Program.LaunchError {
            throw PasswordProblem.command(command, reason: error.reason)
        } catch let failure as FileFailure {
            throw PasswordProblem.command(command, reason: failure.reason)
        }
    }

    private static func storedPassword(in path: String) throws -> Secret {
        do {
            let file = try FileFailure.wrapping { () throws(SystemError) in try File.open(path, followsLinks: true) }
            let entry = try FileFailure.wrapping { () throws(SystemError) in try file.entry }
            guard entry.sort == .file else { throw FileFailure.notRegular }
            guard entry.owner == geteuid() else { throw FileFailure(reason: "It belongs to another user.") }
            guard entry.permissions & 0o077 == 0 else {
                throw PasswordProblem(
                    .failed, "The password file \(path) is accessible to other users.", next: "Run “chmod 600 FILE”.")
            }
            let bytes = try FileFailure.wrapping { () throws(SystemError) in try file.read(upTo: limit) }
            return try password(in: bytes)
        } catch let failure as FileFailure {
            throw PasswordProblem(
                .failed, "Cannot read the password from the file \(path).", why: failure.reason,
                next: "Check the file. Its first line must contain the password.")
        }
    }

    private func enteredPassword(of user: String?, on origin: Origin) async throws -> Secret {
        guard isInteractive else {
            throw PasswordProblem(
                .wrongUsage, "Cannot ask for the password of \(origin.host): this session is not interactive.",
                next: """
                    Run the command in a terminal, or use --password-command or --password-file when you add the remote.
                    """)
        }
        let title: Message =
            user.map { "Password for \($0) on \(origin.description)" } ?? "Token for \(origin.description)"
        let reader = LineReader(traits: traits, signals: signals)
        switch try await reader.readSecret(prompt: Line("\(title.localized): ", .label)) {
        case .line(let line): return Secret(line)
        case .endOfInput:
            throw PasswordProblem(
                .declined, "No password was entered for \(origin.host).", next: "Run the command again to enter it.")
        default: throw CancellationError()
        }
    }

    /// The maximum size in bytes of a password file or of the output of a password command.
    private static let limit = 64 << 10

    /// Returns the first line without its line end.
    private static func password(in bytes: [UInt8]) throws(FileFailure) -> Secret {
        guard bytes.count <= limit else { throw FileFailure(reason: "It contains more than \(limit) bytes.") }
        var line = bytes.prefix { $0 != .lineFeed }
        if line.last == .carriageReturn { line.removeLast() }
        guard !line.isEmpty else { throw FileFailure(reason: "The first line is empty.") }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw FileFailure(reason: "The first line is not UTF-8.")
        }
        return Secret(text)
    }
}

/// A reason why a server password cannot be read. It never contains the output of a command.
struct PasswordProblem: UserFacingError {
    let explanation: ErrorReport

    init(_ status: ExitStatus, _ what: Message, why: Message? = nil, next: Message) {
        explanation = ErrorReport(status, what, why: why, next: next)
    }

    static func command(_ command: String, reason: Message) -> PasswordProblem {
        PasswordProblem(
            .failed, "Cannot read the password from the command “\(command)”.", why: reason,
            next: "Run it in a shell to check it.")
    }
}
