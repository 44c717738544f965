import Almanac
import Localization
import Model
import Navigation

/// The configuration file, which stores settings as `key = value` lines. Saving keeps comments and unknown lines.
struct ConfigurationFile: SettingsDataSource {
    let path: String
    let isIgnored: Bool

    func settings() async throws -> Settings {
        var settings = Settings()
        for assignment in assignments { try? Settings.fields.apply([assignment], to: &settings) }
        return settings
    }

    func save(_ settings: Settings) async throws {
        if case .failure(let problem) = content { throw ConfigurationProblem(path: path, reason: problem.reason) }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last == "" { lines.removeLast() }
        for field in Settings.fields {
            let value = field.text(of: settings)
            let line = value.isEmpty ? nil : "\(field.key) = \(value)"
            if let place = lines.firstIndex(where: { assignment(in: $0)?.key == field.key }) {
                lines.replaceSubrange(place...place, with: line.map { [$0] } ?? [])
            } else if let line {
                lines.append(line)
            }
        }
        do throws(FileFailure) {
            try PrivateFile.replace(path, with: Array((lines.joined(separator: "\n") + "\n").utf8))
        } catch {
            throw ConfigurationProblem(path: path, reason: error.reason)
        }
    }

    /// The warnings about invalid lines, or a single warning if the file cannot be read.
    var warnings: [Message] {
        switch content {
        case .failure(let problem):
            ["Ignored the configuration file \(path). \(problem.reason) Use --no-config to start without it."]
        case .success:
            assignments.compactMap(warning)
                + unknownLines.map { "\(path): invalid line “\($0)”. Use KEY=VALUE." }
        }
    }

    private func warning(about assignment: FieldAssignment) -> Message? {
        var settings = Settings()
        do throws(FieldProblems) {
            try Settings.fields.apply([assignment], to: &settings)
            return nil
        } catch {
            return "\(path): \(CommandProblem.fields(error).explanation.sentences.joined())"
        }
    }

    /// The contents of the file, or an empty string if the file does not exist.
    private var content: Result<String, FileFailure> {
        Result { () throws(FileFailure) in
            guard !isIgnored, let bytes = try PrivateFile.read(path, limit: 1 << 20) else { return "" }
            guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
                throw FileFailure(reason: "It is not UTF-8 text.")
            }
            return text
        }
    }

    private var text: String { (try? content.get()) ?? "" }

    private var assignments: [FieldAssignment] {
        text.split(separator: "\n").compactMap { assignment(in: String($0)) }
    }

    private var unknownLines: [String] {
        text.split(separator: "\n").map { String($0).trimmed }.filter {
            !$0.isEmpty && !$0.hasPrefix("#") && assignment(in: $0) == nil
        }
    }

    private func assignment(in line: String) -> FieldAssignment? {
        guard !line.trimmed.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { return nil }
        return FieldAssignment(key: line[..<equals].trimmed, value: line[line.index(after: equals)...].trimmed)
    }
}

struct ConfigurationProblem: UserFacingError {
    let path: String
    let reason: Message

    var explanation: ErrorReport {
        ErrorReport(
            .failed, "Cannot save the settings to \(path).", why: reason,
            next: "Make the file writable, then save again.")
    }
}
