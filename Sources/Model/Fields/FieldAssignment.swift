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
    /// The part of an address to change, or `nil` for whole values.
    public let part: PostalAddress.Part?
    public let operation: Operation
    public private(set) var value: String

    public init(
        key: String, label: String? = nil, part: PostalAddress.Part? = nil, operation: Operation = .replace,
        value: String
    ) {
        self.key = key
        self.label = label
        self.part = part
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
        let label = parts.count > 1 ? String(parts[1]) : nil
        part = label.flatMap { Self.part(endingLabel: $0, of: String(key)) }
        self.label = part == nil ? label : label.flatMap(Self.labelBeforePart)
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
        var part: PostalAddress.Part?
        if rest.first == ".", let end = rest.firstIndex(where: { "+-=".contains($0) }) {
            part = Self.part(endingLabel: String(rest[..<end].dropFirst()), of: String(word[..<dot]))
            guard part != nil else { return nil }
            rest = rest[end...]
        }
        let operations: [Operation] = [.add, .remove, .replace]
        guard let operation = operations.first(where: { rest.hasPrefix($0.rawValue) }) else { return nil }
        let value = String(rest.dropFirst(operation.rawValue.count))
        self.init(key: String(word[..<dot]), label: label, part: part, operation: operation, value: value)
    }

    /// Returns the same assignment with another value.
    public func withValue(_ value: String) -> FieldAssignment {
        var assignment = self
        assignment.value = value
        return assignment
    }

    /// The assignment with the unit in the value, for a unit that follows the key as in filters: `radius:rearth=1.2`.
    public var withUnitInValue: FieldAssignment {
        guard let colon = key.firstIndex(of: ":"), let unit = Unit(String(key[key.index(after: colon)...])) else {
            return self
        }
        return FieldAssignment(
            key: String(key[..<colon]), label: label, part: part, operation: operation,
            value: value.isEmpty ? "" : value + unit.name)
    }

    /// Returns the same assignment to another field.
    func withKey(_ key: String) -> FieldAssignment {
        FieldAssignment(key: key, label: label, part: part, operation: operation, value: value)
    }

    public var description: String {
        key + (label.map { "." + quotedIfNeeded($0) } ?? "") + (part.map { "." + $0.rawValue } ?? "")
            + operation.rawValue + value
    }

    /// Returns the part of an address that follows the last dot of a label, or that the label names.
    private static func part(endingLabel label: String, of key: String) -> PostalAddress.Part? {
        let key = key.lowercased().filter { $0.isLetter }
        guard ["address", "addresses", "postaladdress"].contains(key) else { return nil }
        return PostalAddress.Part(word: String(label.split(separator: ".").last ?? ""))
    }

    private static func labelBeforePart(_ label: String) -> String? {
        label.lastIndex(of: ".").map { String(label[..<$0]) }
    }

    private func quotedIfNeeded(_ label: String) -> String {
        let isPlain =
            !label.contains("=") && !label.hasPrefix("\"") && label.last != "+" && label.last != "-"
            && Self.part(endingLabel: label, of: key) == nil
        return isPlain ? label : "\"\(label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
