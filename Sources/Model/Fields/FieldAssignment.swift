/// An assignment to a field, such as `email.work=leia@alderaan.example`, `phone+=+1…`, `url-=…`, or `birthday=`.
public struct FieldAssignment: Hashable, Codable, Sendable, CustomStringConvertible {
    public enum Operation: String, Hashable, Codable, Sendable {
        case replace = "="
        case add = "+="
        case remove = "-="
    }

    public let key: String
    /// The label of the values to change, or `nil` for all values.
    public let label: String?
    public let operation: Operation
    public let value: String

    public init(key: String, label: String? = nil, operation: Operation = .replace, value: String) {
        self.key = key
        self.label = label
        self.operation = operation
        self.value = value
    }

    /// Creates an assignment from a word, or returns `nil` if the word is not an assignment.
    public init?(_ word: String) {
        if let quoted = FieldAssignment(quotingLabel: word) {
            self = quoted
            return
        }
        guard let equals = word.firstIndex(of: "=") else { return nil }
        var name = word[..<equals]
        switch name.last {
        case "+": operation = .add
        case "-": operation = .remove
        default: operation = .replace
        }
        if operation != .replace { name.removeLast() }
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let key = parts.first, let first = key.unicodeScalars.first, first.properties.isAlphabetic else {
            return nil
        }
        self.key = String(key)
        label = parts.count > 1 ? String(parts[1]) : nil
        value = String(word[word.index(after: equals)...])
    }

    /// Creates an assignment from `key."label"=value`. A backslash escapes a quote or a backslash in the label.
    private init?(quotingLabel word: String) {
        let quote = "\"" as Character
        guard let dot = word.firstIndex(where: { $0 == "." || $0 == "=" }), word[dot...].hasPrefix(".\""),
            let first = word.unicodeScalars.first, first.properties.isAlphabetic
        else { return nil }
        var rest = word[dot...].dropFirst(2)
        var label = ""
        while let character = rest.popFirst(), character != quote {
            guard let next = character == "\\" ? rest.popFirst() : character else { return nil }
            label.append(next)
        }
        let operations: [Operation] = [.add, .remove, .replace]
        guard let operation = operations.first(where: { rest.hasPrefix($0.rawValue) }) else { return nil }
        let value = String(rest.dropFirst(operation.rawValue.count))
        self.init(key: String(word[..<dot]), label: label, operation: operation, value: value)
    }

    public var description: String {
        key + (label.map { "." + Self.quotedIfNeeded($0) } ?? "") + operation.rawValue + value
    }

    private static func quotedIfNeeded(_ label: String) -> String {
        let isPlain = !label.contains("=") && !label.hasPrefix("\"") && label.last != "+" && label.last != "-"
        return isPlain ? label : "\"\(label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
