/// An assignment to a field: `email.work=leia@alderaan.example`, `phone+=+1…`, `url-=…`, `birthday=`.
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

    /// Parses a word, or returns `nil` if it is not an assignment.
    public init?(_ word: String) {
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

    public var description: String {
        key + (label.map { "." + $0 } ?? "") + operation.rawValue + value
    }
}
