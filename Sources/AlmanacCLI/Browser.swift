import Localization
import Model
import Navigation
import Terminal

/// The user’s web browser: `$BROWSER` or `xdg-open`, started without a shell.
struct Browser {
    let environment: [String: String]

    /// Opens a web page.
    ///
    /// - Parameter signals: The signals of this process. While the browser uses the terminal, only the browser handles
    ///   Ctrl-C and Ctrl-\.
    func open(_ address: WebAddress, watching signals: SignalDispatcher) throws {
        let command = environment["BROWSER"].flatMap { $0.isEmpty ? nil : $0 } ?? "xdg-open"
        let program = Program(try ShellWords.of(command) + [address.description], environment: environment)
        let status: Int32
        do throws(Program.LaunchError) {
            status = try program.run(watching: signals)
        } catch {
            throw BrowserProblem(command: command, reason: error.reason)
        }
        if status != 0 { throw BrowserProblem(command: command, reason: "It exited with status \(status).") }
    }
}

struct BrowserProblem: UserFacingError {
    let command: String
    let reason: Message

    var explanation: ErrorReport {
        ErrorReport(
            .failed, "Cannot open the page with “\(command)”.", why: reason,
            next: "Set $BROWSER to a working browser.")
    }
}
