import Almanac
import Localization
import Model
import Navigation

/// The settings as `key = value` lines; comments and unknown lines stay as they are.
struct ConfigurationFile: SettingsDataSource {
    let path: String
    let isIgnored: Bool

    func settings() async throws -> Settings {
        var settings = Settings()
        for word in words { try? Settings.fields.apply([word], to: &settings) }
        return settings
    }

    func save(_ settings: Settings) async throws {
        if case .failure(let problem) = content { throw ConfigurationProblem(path: path, reason: problem.reason) }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last == "" { lines.removeLast() }
        for field in Settings.fields {
            let value = field.text(of: settings)
            let line = value.isEmpty ? nil : "\(field.key) = \(value)"
            if let place = lines.firstIndex(where: { word(of: $0)?.key == field.key }) {
                lines.replaceSubrange(place...place, with: line.map { [$0] } ?? [])
            } else if let line {
                lines.append(line)
            }
        }
        do throws(PrivateFile.Unusable) {
            try PrivateFile.replace(path, with: Array((lines.joined(separator: "\n") + "\n").utf8))
        } catch {
            throw ConfigurationProblem(path: path, reason: error.reason)
        }
    }

    /// A sentence for each line that says nothing known, or for a file that cannot be read at all.
    var warnings: [Message] {
        switch content {
        case .failure(let problem):
            ["The configuration file \(path) is left out. \(problem.reason) “--no-config” starts without it."]
        case .success:
            words.compactMap(warning) + strangeLines.map { "\(path): “\($0)” is no setting. Write KEY=VALUE." }
        }
    }

    private func warning(about word: FieldAssignment) -> Message? {
        var settings = Settings()
        do throws(FieldProblems) {
            try Settings.fields.apply([word], to: &settings)
            return nil
        } catch {
            return "\(path): \(CommandProblem.fields(error).explanation.sentences.joined())"
        }
    }

    /// Nothing where there is no file.
    private var content: Result<String, PrivateFile.Unusable> {
        if isIgnored { return .success("") }
        do throws(PrivateFile.Unusable) {
            guard let bytes = try PrivateFile.read(path, limit: 1 << 20) else { return .success("") }
            guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
                return .failure(PrivateFile.Unusable(reason: "It is no text in UTF-8."))
            }
            return .success(text)
        } catch {
            return .failure(error)
        }
    }

    private var text: String { (try? content.get()) ?? "" }

    private var words: [FieldAssignment] {
        text.split(separator: "\n").compactMap { word(of: String($0)) }
    }

    private var strangeLines: [String] {
        text.split(separator: "\n").map { String($0).trimmed }.filter {
            !$0.isEmpty && !$0.hasPrefix("#") && word(of: $0) == nil
        }
    }

    private func word(of line: String) -> FieldAssignment? {
        guard !line.trimmed.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { return nil }
        return FieldAssignment(key: line[..<equals].trimmed, value: line[line.index(after: equals)...].trimmed)
    }
}

struct ConfigurationProblem: UserFacingError {
    let path: String
    let reason: Message

    var explanation: ErrorReport {
        ErrorReport(
            .failed, "The settings could not be saved to \(path).", why: reason,
            next: "Make it writable and save again.")
    }
}
