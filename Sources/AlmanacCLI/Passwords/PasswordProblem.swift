import Localization
import Model
import Sync

/// A reason why the password of a server cannot be read. It never contains the output of a command.
enum PasswordProblem: UserFacingError, Hashable {
    case command(String, reason: Message)
    case file(path: String, reason: Message)
    /// Other users have access to the file.
    case sharedFile(path: String)
    case notInteractive(Origin)
    case declined(Origin)

    var explanation: ErrorReport {
        switch self {
        case .command(let command, let reason):
            ErrorReport(
                .failed, "Cannot read the password from the command “\(command)”.", why: reason,
                next: "Run it in a shell to check it.")
        case .file(let path, let reason):
            ErrorReport(
                .failed, "Cannot read the password from the file \(path).", why: reason,
                next: "Check the file. Its first line must contain the password.")
        case .sharedFile(let path):
            ErrorReport(
                .failed, "The password file \(path) is accessible to other users.", next: "Run “chmod 600 \(path)”.")
        case .notInteractive(let origin):
            ErrorReport(
                .wrongUsage, "Cannot ask for the password of \(origin.host): this session is not interactive.",
                next: """
                    Run the command in a terminal, or use --password-command or --password-file when you add the remote.
                    """)
        case .declined(let origin):
            ErrorReport(
                .declined, "No password was entered for \(origin.host).", next: "Run the command again to enter it.")
        }
    }
}
