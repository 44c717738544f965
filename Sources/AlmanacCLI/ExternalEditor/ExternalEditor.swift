import Almanac
import Model
import Navigation
import Terminal

/// `$ALMANAC_EDITOR`, else the editor of the settings, else `$VISUAL`, `$EDITOR` or `vi`, with the arguments named there: run
/// on our terminal, with no shell in between, on a file that only we can read.
struct ExternalEditor: TextEditing {
    let environment: [String: String]
    let settings: any SettingsDataSource
    /// Where the files are while they are edited.
    let folder: String
    let signals: Signals

    func edit<Outcome: Sendable>(
        _ text: String, named name: String, validate: (String) async throws -> EditValidation<Outcome>
    ) async throws -> Outcome? {
        let command = try await command
        let file = try EditedFile(named: name, in: folder)
        var opened = text
        var reason: ErrorReport?
        while true {
            try file.write(opened)
            try run(command, on: file, holding: opened)
            let written = try file.read()
            guard written != opened else {
                if let reason { throw EditingProblem.refused(reason, kept: file.path) }
                file.remove()
                return nil
            }
            switch try await verdict(on: written, of: file, by: validate) {
            case .accepted(let outcome):
                file.remove()
                return outcome
            case .again(let text, let because): (opened, reason) = (text, because)
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
            status = try program.run(hearing: signals)
        } catch {
            file.remove()
            throw EditingProblem.noEditor(command, reason: error.reason)
        }
        guard status != 0 else { return }
        let wasWritten = (try? file.read()).map { $0 != opened } ?? true
        if !wasWritten { file.remove() }
        throw EditingProblem.failed(command, status: status, kept: wasWritten ? file.path : nil)
    }

    private var command: String {
        get async throws {
            let ours = [environment["ALMANAC_EDITOR"], try await settings.settings().editor]
            let everybodys = [environment["VISUAL"], environment["EDITOR"]]
            return (ours + everybodys).lazy.compactMap { $0 }.first { !$0.trimmed.isEmpty } ?? "vi"
        }
    }

    /// Whatever goes wrong with a text, the text is kept.
    private func verdict<Outcome>(
        on text: String, of file: EditedFile, by validate: (String) async throws -> EditValidation<Outcome>
    ) async throws -> EditValidation<Outcome> {
        do {
            return try await validate(text)
        } catch let problem as any UserFacingError {
            throw EditingProblem.refused(problem.explanation, kept: file.path)
        }
    }
}
