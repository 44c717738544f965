import Almanac
import AlmanacStore
import Localization
import Model
import Navigation

/// The configuration file, which stores settings as `key = value` lines. Saving keeps comments and unknown lines.
struct ConfigurationFile: SettingsDataSource {
    let path: String
    let isIgnored: Bool

    func settings() async throws -> Settings { load().settings }

    /// Returns the settings and the warnings about invalid lines, or the default settings and a single warning if the
    /// file cannot be read.
    func load() -> (settings: Settings, warnings: [Message]) {
        var settings = Settings()
        let text: String
        do throws(FileFailure) {
            text = isIgnored ? "" : try content
        } catch {
            return (
                settings,
                ["Ignored the configuration file \(path). \(error.reason) Use --no-config to start without it."]
            )
        }
        var (warnings, unknownLines): ([Message], [Message]) = ([], [])
        for line in text.split(separator: "\n").map({ String($0).trimmed }) where !line.isEmpty {
            guard let assignment = assignment(in: line) else {
                if !line.hasPrefix("#") { unknownLines.append("\(path): invalid line “\(line)”. Use KEY=VALUE.") }
                continue
            }
            do throws(FieldProblems) {
                try Settings.fileFields.apply([assignment], to: &settings)
            } catch {
                warnings.append("\(path): \(CommandProblem.fields(error).explanation.sentences.joined())")
            }
        }
        return (settings, warnings + unknownLines)
    }

    /// Writes the settings that differ from the loaded settings.
    func save(_ settings: Settings) async throws {
        // With `--no-config`, the loaded settings are the defaults.
        let loaded = load().settings
        do throws(FileFailure) {
            var lines = try content.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            while lines.last == "" { lines.removeLast() }
            for field in Settings.fileFields {
                let value = field.text(of: settings)
                guard value != field.text(of: loaded) else { continue }
                let line = value.isEmpty ? nil : "\(field.key) = \(value)"
                if let place = lines.firstIndex(where: { assignment(in: $0)?.key == field.key }) {
                    lines.replaceSubrange(place...place, with: line.map { [$0] } ?? [])
                } else if let line {
                    lines.append(line)
                }
            }
            try PrivateFile.replace(
                AtomicFileWriter.target(of: path), with: Array((lines.joined(separator: "\n") + "\n").utf8))
        } catch {
            throw ConfigurationProblem(path: path, reason: error.reason)
        }
    }

    /// The contents of the file, or an empty string if the file does not exist.
    private var content: String {
        get throws(FileFailure) {
            guard let bytes = try PrivateFile.read(path, limit: 1 << 20) else { return "" }
            guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
                throw FileFailure(reason: "It is not UTF-8 text.")
            }
            return text
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
            next: "Fix the problem, then save again.")
    }
}

/// The settings in the configuration file and in the database.
struct UserSettings: SettingsDataSource {
    let file: ConfigurationFile
    let store: Store

    func settings() async throws -> Settings {
        try await file.settings().with(store.isAvailable ? store.nameRules.nameRules() : NameRules())
    }

    func save(_ settings: Settings) async throws {
        let before = try await self.settings()
        if settings.names != before.names { try await store.nameRules.save(settings.names) }
        if settings.with(before.names) != before { try await file.save(settings) }
    }
}
