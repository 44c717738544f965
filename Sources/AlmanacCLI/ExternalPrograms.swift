import Almanac
import FileIO
import Glibc
import Localization
import Model
import Navigation
import Terminal

// The other programs that Almanac starts on request: the text editor, the web browser, and `qrencode`.

/// The user’s text editor: `$ALMANAC_EDITOR`, the `editor` setting, `$VISUAL`, `$EDITOR`, or `vi`. It opens a private
/// file and runs on the terminal without a shell.
struct ExternalEditor: TextEditor {
    let environment: [String: String]
    let settings: any SettingsDataSource
    /// The folder for the files being edited.
    let folder: String
    let signals: SignalDispatcher
    let indicator: ProgressIndicator

    /// The maximum number of times that invalid text is opened again.
    private static let maximumReopenings = 4

    func edit<Outcome: Sendable>(
        _ text: String, named name: String, validate: (String) async throws -> EditValidation<Outcome>
    ) async throws -> Outcome? {
        let command = try await command
        let file = try EditedFile(named: name, in: folder)
        var opened = text
        var reason: ErrorReport?
        var (refused, reopenings): (String?, Int) = (nil, 0)
        while true {
            try file.write(opened)
            try await indicator.hidden { try run(command, on: file, holding: opened) }
            guard let written = try file.read() else {
                file.remove()
                throw EditingProblem.notText(reason: "The file was deleted.", kept: nil)
            }
            guard written != opened else {
                if let reason { throw EditingProblem.refused(reason, kept: file.path) }
                file.remove()
                return nil
            }
            switch try await validation(on: written, of: file, by: validate) {
            case .accepted(let outcome):
                file.remove()
                return outcome
            case .again(let text, let because):
                // A non-interactive editor could write invalid text forever.
                guard refused != written, reopenings < Self.maximumReopenings else {
                    throw EditingProblem.refused(because, kept: file.path)
                }
                (refused, reopenings) = (written, reopenings + 1)
                (opened, reason) = (text, because)
            }
        }
    }

    private func run(_ command: String, on file: EditedFile, holding opened: String) throws {
        let program: Program
        do throws(CommandProblem) {
            program = Program(try ShellWords.split(command) + [file.path], environment: environment)
        } catch {
            file.remove()
            throw EditingProblem.noEditor(command, reason: error.explanation.what)
        }
        let status: Int32
        do throws(Program.LaunchError) {
            status = try program.run(watching: signals)
        } catch {
            file.remove()
            throw EditingProblem.noEditor(command, reason: error.reason)
        }
        guard status != 0 else { return }
        let isKept = (try? file.differs(from: opened)) ?? true
        if !isKept { file.remove() }
        throw EditingProblem.failed(command, status: status, kept: isKept ? file.path : nil)
    }

    private var command: String {
        get async throws {
            let own = [environment["ALMANAC_EDITOR"], try await settings.settings().editor]
            let common = [environment["VISUAL"], environment["EDITOR"]]
            return (own + common).lazy.compactMap { $0 }.first { !$0.trimmed.isEmpty } ?? "vi"
        }
    }

    /// Validates the edited text. If validation fails with an error, the file is kept.
    private func validation<Outcome>(
        on text: String, of file: EditedFile, by validate: (String) async throws -> EditValidation<Outcome>
    ) async throws -> EditValidation<Outcome> {
        do {
            return try await validate(text)
        } catch is CancellationError {
            throw EditingProblem.refused(ErrorReport(.interrupted, "Interrupted."), kept: file.path)
        } catch let problem as any UserFacingError {
            throw EditingProblem.refused(problem.explanation, kept: file.path)
        }
    }
}

/// A temporary file that is opened in an editor. It has its own folder, so the editor’s backup files are removed with
/// it.
struct EditedFile {
    private let folder: String
    let path: String

    /// Creates the folder of the file with mode 0700, and removes the abandoned folders of earlier sessions.
    init(named name: String, in parent: String) throws(EditingProblem) {
        do throws(FileFailure) {
            try PrivateFile.makeFolder(parent)
            Self.removeLeftovers(in: parent)
            var template = (parent + "/XXXXXX").utf8CString.map { $0 }
            guard mkdtemp(&template) != nil else { throw FileFailure() }
            folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        } catch {
            throw .noFile(path: parent, reason: error.reason)
        }
        path = folder + "/" + name
    }

    func write(_ text: String) throws(EditingProblem) {
        do throws(FileFailure) {
            try PrivateFile.replace(path, with: Array(text.utf8))
        } catch {
            throw .noFile(path: folder, reason: error.reason)
        }
    }

    /// Returns the text of the file, or `nil` if the file was deleted.
    func read() throws(EditingProblem) -> String? {
        let bytes: [UInt8]?
        do throws(FileFailure) {
            bytes = try PrivateFile.read(path, limit: Self.limit)
        } catch {
            throw .notText(reason: error.reason, kept: path)
        }
        guard let bytes else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .notText(reason: "It is not UTF-8.", kept: path)
        }
        return text
    }

    /// Returns whether the file contains a different text, or `false` if the file was deleted.
    func differs(from text: String) throws(EditingProblem) -> Bool {
        guard let written = try read() else { return false }
        return written != text
    }

    func remove() { try? FileSystem.removeTree(folder) }

    /// The maximum size of the file in bytes, which exceeds the total size of all fields of a record.
    private static let limit = 64 << 20

    /// The age after which an abandoned folder is removed.
    private static let lifetime: Duration = .seconds(30 * 24 * 60 * 60)

    private static func removeLeftovers(in parent: String) {
        for name in Folder(path: parent) {
            let path = parent + "/" + name
            guard let entry = try? FileSystem.entry(path), entry.modified < .seconds(time(nil)) - lifetime else {
                continue
            }
            try? entry.sort == .folder ? FileSystem.removeTree(path) : FileSystem.remove(path)
        }
    }
}

/// The user’s web browser: `$BROWSER` or `xdg-open`, started without a shell.
struct Browser {
    let environment: [String: String]

    /// Opens a web page.
    ///
    /// - Parameter signals: The signals of this process. While the browser uses the terminal, only the browser handles
    ///   Ctrl-C and Ctrl-\.
    func open(_ address: WebAddress, watching signals: SignalDispatcher) throws {
        let command = environment["BROWSER"].flatMap { $0.isEmpty ? nil : $0 } ?? "xdg-open"
        let program = Program(try ShellWords.split(command) + [address.description], environment: environment)
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

/// The program `qrencode`, which converts text to a QR code.
struct QREncoder {
    /// The maximum number of bytes in a QR code.
    private static let limit = 2953
    private static let command = ["qrencode", "--type=ASCII", "--margin=0", "--level=L"]

    /// Returns the rows of the QR code for the given text. Dark modules are `true`.
    func modules(of text: String) throws -> [[Bool]] {
        guard text.utf8.count <= Self.limit else { throw QREncoderProblem.tooLong(text.utf8.count, limit: Self.limit) }
        let output: ProgramOutput
        do throws(Program.LaunchError) {
            // The text is not passed as an argument, because other users can see the arguments of a process.
            output = try Program(Self.command, environment: [:]).output(of: Array(text.utf8), limit: 1 << 20)
        } catch {
            throw QREncoderProblem(
                explanation: ErrorReport(
                    .failed, "Cannot start “qrencode” to make a QR code.", why: error.reason,
                    next: "Install qrencode, or use “share NAME --to FILE”."))
        }
        // Each module is printed as two characters.
        let rows = output.bytes.split(separator: UInt8(ascii: "\n")).map { line in
            stride(from: line.startIndex, to: line.endIndex, by: 2).map { line[$0] == UInt8(ascii: "#") }
        }
        guard output.status == 0, !rows.isEmpty, rows.allSatisfy({ $0.count == rows.count }) else {
            throw QREncoderProblem(
                explanation: ErrorReport(
                    .failed, "Cannot make a QR code: “qrencode” exited with status \(Int(output.status)).",
                    next: "Use “share NAME --to FILE” instead."))
        }
        return rows
    }
}

struct QREncoderProblem: UserFacingError {
    let explanation: ErrorReport

    static func tooLong(_ count: Int, limit: Int) -> QREncoderProblem {
        QREncoderProblem(
            explanation: ErrorReport(
                .failed, "The contact is too long for a QR code.",
                why: "A QR code contains at most \(limit) bytes, and this one would need \(count).",
                next: "Use “share NAME --to FILE” instead."))
    }
}
