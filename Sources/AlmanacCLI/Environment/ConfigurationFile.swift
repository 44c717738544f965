import Almanac
import Model

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

    /// A sentence for each line that says nothing known.
    var warnings: [String] {
        words.compactMap { word in
            var settings = Settings()
            do throws(FieldProblems) {
                try Settings.fields.apply([word], to: &settings)
                return nil
            } catch {
                let known = Settings.fields.map(\.key).joined(separator: ", ")
                return "\(path): " + error.all.map(\.description).joined(separator: " ") + " The keys are: \(known)."
            }
        }
    }

    private var text: String {
        guard !isIgnored, let bytes = try? PrivateFile.read(path, limit: 1 << 20) else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var words: [FieldAssignment] {
        text.split(separator: "\n").compactMap { word(of: String($0)) }
    }

    private func word(of line: String) -> FieldAssignment? {
        guard !line.trimmed.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { return nil }
        return FieldAssignment(key: line[..<equals].trimmed, value: line[line.index(after: equals)...].trimmed)
    }
}

struct ConfigurationProblem: Explained {
    let path: String
    let reason: String

    var explanation: Explanation {
        Explanation(
            .failed, "The settings could not be saved to \(path).", why: reason,
            next: "Make it writable and save again.")
    }
}
