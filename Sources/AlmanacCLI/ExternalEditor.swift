import Almanac
import FileIO
import Glibc
import Model
import Navigation
import Terminal

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
            program = Program(try ShellWords.of(command) + [file.path], environment: environment)
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
