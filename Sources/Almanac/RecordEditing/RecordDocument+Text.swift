import Localization
import Model

/// Writing a document down.
extension RecordDocument {
    static let problemMark = "#!"
    static let rule = "---"
    static let indent = "    "

    /// - Parameters:
    ///   - title: Whose record it is.
    ///   - hints: What a value looks like, by the key of the field.
    func text(title: Message, hints: [String: Message] = [:]) -> String {
        var lines = ["# \(title.localized.oneLine)", "#"] + manual + [""]
        var hint: Message?
        for entry in entries {
            if let next = hints[entry.key], next != hint { lines.append("# \(next.localized.oneLine)") }
            hint = hints[entry.key]
            lines += entry.lines
        }
        return (lines + (body.map { [Self.rule, $0] } ?? [])).joined(separator: "\n") + "\n"
    }

    private var manual: [String] {
        let fields: Message = """
            A field on each line; what is empty or missing is cleared. Of several
            values each has a line, under its label: “phone.home: …”; they keep their
            order. A value of several lines goes on below, indented. Lines that begin
            with “#” do not count.
            """
        let text: Message = "Below the line of dashes stands the text, as it is."
        return (body == nil ? [fields] : [fields, text]).flatMap { $0.localized.split(separator: "\n") }.map {
            "# \($0)"
        }
    }

    /// The text with what is wrong with it above it; what was said of it before goes.
    static func text(_ text: String, problems: [Message]) -> String {
        let scalars = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let rest = scalars.map { String($0) }.drop { $0.hasPrefix(problemMark) }
        return (problems.map { "\(problemMark) \($0.localized.oneLine)" } + rest).joined(separator: "\n")
    }
}

extension RecordDocument.Entry {
    fileprivate var lines: [String] {
        let parts = value.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        if parts.count > 1 { return ["\(name):"] + parts.map { RecordDocument.indent + $0 } }
        return [value.isEmpty ? "\(name):" : "\(name): \(value)"]
    }

    private var name: String {
        guard let label else { return key }
        let isPlain =
            label == label.trimmed && !label.unicodeScalars.contains { ":\"\\\n\r".unicodeScalars.contains($0) }
        return "\(key).\(isPlain ? label : label.quoted)"
    }
}

extension String {
    var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

    /// In double quotes, with a backslash before what could not stand between them.
    fileprivate var quoted: String {
        let inner = unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\"", "\\": text += "\\\(scalar)"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "\"\(inner)\""
    }
}
