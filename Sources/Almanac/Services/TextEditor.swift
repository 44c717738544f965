import Interchange
import Localization
import Model

/// The user’s external editor.
public protocol TextEditor: Sendable {
    /// Opens text in the editor until it is accepted or left unchanged.
    ///
    /// - Parameters:
    ///   - name: The name of the temporary file, such as `notes-1.md`. Editors derive the file type from this name.
    ///   - validate: Validates the edited text.
    /// - Returns: The accepted result, or `nil` if the text was left unchanged.
    /// - Throws: `EditingProblem` if the edit fails. If the text was changed, it is kept in a file.
    func edit<Outcome: Sendable>(
        _ text: String, named name: String, validate: (String) async throws -> EditValidation<Outcome>
    ) async throws -> Outcome?
}

/// The result of validating text returned by an editor.
public enum EditValidation<Outcome: Sendable>: Sendable {
    case accepted(Outcome)
    /// The text to open again, with the problems listed in it.
    case again(String, because: ErrorReport)
}

/// The reason why an edit in an external editor failed. Nothing was changed.
public enum EditingProblem: UserFacingError {
    case noEditor(String, reason: Message)
    case noFile(path: String, reason: Message)
    /// The editor failed.
    ///
    /// - Parameter kept: The path of the file with the edited text, or `nil` if the text was not changed.
    case failed(String, status: Int32, kept: String?)
    case notText(reason: Message, kept: String)
    case refused(ErrorReport, kept: String)

    public var explanation: ErrorReport {
        switch self {
        case .noEditor(let command, let reason):
            ErrorReport(
                .failed, "Cannot start the editor “\(command)”.", why: reason,
                next: "Set $VISUAL, $EDITOR, or the setting “editor” to another command.")
        case .noFile(let path, let reason):
            ErrorReport(.failed, "Cannot create a file for the editor in \(path).", why: reason)
        case .failed(let command, let status, let kept):
            ErrorReport(
                .failed, "The editor “\(command)” exited with status \(status). Nothing was changed.",
                next: kept.map(EditingProblem.kept))
        case .notText(let reason, let kept):
            ErrorReport(
                .failed, "Cannot read the edited file. Nothing was changed.", why: reason,
                next: EditingProblem.kept(kept))
        case .refused(let reason, let kept):
            ErrorReport(
                reason.status, reason.what,
                why: reason.sentences.count > 1 ? reason.sentences.dropFirst().joined() : nil,
                next: "Nothing was changed. \(EditingProblem.kept(kept))")
        }
    }

    private static func kept(_ path: String) -> Message { "Your text is saved in \(path)." }
}

/// An error for a file that exists and was not replaced.
public struct FileExistsProblem: UserFacingError {
    let path: String
    /// Whether the command has the option `--force`.
    var isReplaceable = false

    public init(path: String) { self.path = path }

    public var explanation: ErrorReport {
        ErrorReport(
            .failed, "Cannot write \(path).", why: "A file with this name already exists.",
            next: isReplaceable ? "Choose another name, or use --force to replace the file." : "Choose another name.")
    }
}

/// Access to the files that commands read and write.
public protocol FileAccess: Sendable {
    /// Reads a regular file, or standard input for “-”, of at most `limit` bytes.
    func read(_ path: String, limit: Int) async throws -> [UInt8]
    /// Reads only the first line from an inherited file descriptor.
    func readLine(from descriptor: Int) async throws -> String
    /// Opens a regular file, or standard input for “-”.
    func open(_ path: String) async throws -> any ByteSource
    /// Returns the relative paths of all visible files in a folder and its subfolders, or `nil` if the path is not a
    /// folder.
    func files(inFolder path: String) async throws -> [String]?
    /// Returns the path from the root folder, or “-” for standard input and output.
    func absolutePath(_ path: String) -> String
    /// Returns the absolute path without symbolic links, which is the same for all paths of a file.
    func canonicalPath(_ path: String) -> String
    /// Returns a folder to write files to, or `nil` if the path is not a folder and does not end in a slash.
    func folder(_ path: String) async throws -> (any FileFolder)?
    /// Creates a file, or opens standard output for “-”.
    ///
    /// - Throws: `FileExistsProblem` if the file exists and `replacing` is `false`.
    func create(_ path: String, replacing: Bool) async throws -> any ByteTarget
    /// Writes a new file, or writes to standard output for “-”.
    ///
    /// - Throws: An error if the file exists.
    func write(_ bytes: [UInt8], to path: String, _ permissions: FilePermissions) async throws
}

extension FileAccess {
    public func canonicalPath(_ path: String) -> String { absolutePath(path) }

    /// Writes a new file that only the owner can read, or writes to standard output for “-”.
    public func write(_ bytes: [UInt8], to path: String) async throws {
        try await write(bytes, to: path, .personal)
    }
}

/// The permissions of a new file.
public enum FilePermissions: Hashable, Sendable {
    /// Only the owner can read and write the file.
    case personal
    /// The permissions that the user’s umask allows, usually mode 0644.
    case shared
}
