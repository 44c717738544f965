import Localization

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
    /// The part of a postal address to change, or `nil` for whole values.
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

    /// The assignment with the unit moved from the key to the value, if the key contains a unit, as in
    /// `radius:rearth=1.2`.
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

    /// Returns the part of a postal address that follows the last dot of a label, or that the whole label names, if
    /// any.
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

extension EditableField {
    public func apply(_ assignment: FieldAssignment, to model: inout Model) throws(FieldProblem) {
        var changed = model
        switch shape {
        case .labeled where assignment.part != nil:
            try setPart(normalized(assignment, in: model), of: &changed)
        case .labeled:
            let normalized = normalized(assignment, in: model)
            try write(&changed, values(after: normalized, in: model))
        case .several:
            guard assignment.label == nil else { throw .notLabeled(field: title(of: model)) }
            try write(&changed, values(after: assignment, in: model))
        case .single, .reference, .prose, .secret:
            guard assignment.label == nil else { throw .notLabeled(field: title(of: model)) }
            guard assignment.operation == .replace else { throw .notSeveral(field: title(of: model)) }
            let text = isTrimmed || !value.isFreeText ? assignment.value.trimmed : assignment.value
            try write(&changed, text.isEmpty && !storesEmptyText ? [] : [Labeled("", text)])
            removeReplacedValues(model, &changed, text)
        }
        guard value.isPossible(changed) else {
            throw .unreadable(field: title(of: model), value: assignment.value, expected: expects)
        }
        model = changed
    }
}

extension EditableField {
    /// Returns the assignment with a cleaned value. Its label is replaced with the equivalent label in the model, if
    /// any, or with the standard label. The labels of uncertainties are field keys, whose case is ignored.
    private func normalized(_ assignment: FieldAssignment, in model: Model) -> FieldAssignment {
        guard let label = assignment.label else { return assignment.withValue(cleaned(assignment.value)) }
        let known = read(model).map(\.label).filter { labelVocabulary.key($0) == labelVocabulary.key(label) }
        var standard = known.contains(label) ? label : known.first ?? labelVocabulary.standard(label)
        if case .uncertainties = value { standard = Uncertainties.keys[label.lowercased()] ?? label }
        return FieldAssignment(
            key: assignment.key, label: standard, part: assignment.part, operation: assignment.operation,
            value: assignment.part == nil ? cleaned(assignment.value) : assignment.value)
    }

    /// Sets a part of the only postal address with the label of the assignment, or of the only address if the
    /// assignment is not labeled. A missing address is added, and an address that becomes empty is removed.
    private func setPart(_ assignment: FieldAssignment, of model: inout Model) throws(FieldProblem) {
        guard case .addresses(let path) = value, let part = assignment.part, assignment.operation == .replace else {
            throw .notSeveral(field: title(of: model))
        }
        let matching = model[keyPath: path].indices.filter {
            assignment.label == nil
                || labelVocabulary.key(model[keyPath: path][$0].label) == assignment.label.map(labelVocabulary.key)
        }
        guard matching.count < 2 else { throw .severalAddresses(field: title(of: model)) }
        if matching.isEmpty { model[keyPath: path].append(Labeled(assignment.label ?? "", PostalAddress())) }
        let place = matching.first ?? model[keyPath: path].endIndex - 1
        model[keyPath: path][place].value[part] = assignment.value.trimmed
        if model[keyPath: path][place].value.isEmpty { model[keyPath: path].remove(at: place) }
    }
}

extension EditableField {
    /// Returns the values after an assignment. An assignment without a label affects values with any label.
    ///
    /// - Throws: `FieldProblem.ambiguous` if the value to remove equals several different values.
    private func values(
        after assignment: FieldAssignment, in model: Model
    ) throws(FieldProblem) -> [Labeled<String>] {
        let (values, vocabulary) = (read(model), labelVocabulary)
        let (label, value) = (assignment.label, assignment.value)
        let key = label.map(vocabulary.key)
        let concerned = { (candidate: Labeled<String>) in key == nil || vocabulary.key(candidate.label) == key }
        switch assignment.operation {
        case .add:
            return value.isEmpty ? values : values.adding(format.divided(Labeled(label ?? "", value)), identity)
        case .remove:
            let removed = format.divided(Labeled(label ?? "", value))
            if removed.value != value, !values.contains(where: { $0.value == value }) {
                return try self.values(
                    after: FieldAssignment(
                        key: assignment.key, label: removed.label, operation: .remove, value: removed.value), in: model)
            }
            let equal = identity.values(values.filter(concerned).map(\.value), equalTo: value)
            guard Set(equal.map(identity.key)).count < 2 else {
                throw .ambiguous(assignment, field: title(of: model), values: equal.unique)
            }
            return values.filter { !concerned($0) || !equal.contains($0.value) }
        case .replace:
            guard let place = values.firstIndex(where: concerned) else {
                return value.isEmpty ? values : values + [format.divided(Labeled(label ?? "", value))]
            }
            var rest = values.filter { !concerned($0) }
            // Without a label in the assignment, a sole value keeps its label, such as `home`. The labels of relations
            // and custom fields are not kept, because they are part of the meaning of the former value.
            let former = vocabulary == .places && values.count == 1 ? values[place].label : ""
            let new = format.divided(Labeled(label ?? former, value))
            if !value.isEmpty { rest.insert(new, at: min(place, rest.count)) }
            return rest
        }
    }
}

extension Array {
    /// Returns the assignment with the key of its field, even if it names the field by a filter name or label. An
    /// assignment to an unknown field remains unchanged.
    public func keyed<Model>(_ assignment: FieldAssignment) -> FieldAssignment
    where Element == EditableField<Model> {
        let isKey = contains { $0.answers(to: assignment.key) }
        return isKey ? assignment : named(assignment.key).map { assignment.withKey($0.key) } ?? assignment
    }

    /// Returns the problem for a key that does not name a field.
    public func unknown<Model>(_ key: String) -> FieldProblem where Element == EditableField<Model> {
        let meanings = HeadingVocabulary.suggestions(for: key)
        let word = meanings == ["name"] ? "name" : key.lowercased()
        let similar = filter { $0.title.lowercased().split(separator: " ").contains { $0 == word } }
        let synonyms = meanings.filter { named($0.prefix { $0 != "." }) != nil }
        return .unknown(key: key, known: map(\.key), similar: synonyms.isEmpty ? similar.map(\.key) : synonyms)
    }

    /// Checks that the assignments of one command do not remove values that the user did not mention: each replaces at
    /// most one value of a field, and no two replace the same values.
    /// - Parameter replacesAll: Whether an assignment may replace several values.
    public func checkReplacements<Model>(
        _ words: [FieldAssignment], of model: Model, replacesAll: Bool
    ) throws(FieldProblems) where Element == EditableField<Model> {
        var problems: [FieldProblem] = []
        var set: [FieldAssignment] = []
        var cleared: Set<String> = []
        for word in words where word.operation == .replace && word.part == nil {
            guard let field = named(word.withUnitInValue.key) else { continue }
            if word.value.isEmpty {
                if word.label == nil { cleared.insert(field.key) }
                continue
            }
            let key = field.labelVocabulary.key
            let others = set.filter { field.answers(to: $0.key) }
            set.append(word.withKey(field.key))
            if field.shape != .labeled && field.shape != .several {
                if !others.isEmpty { problems.append(.repeated(field: field.title(of: model))) }
                continue
            }
            let values = field.read(model).filter { value in word.label.map { key($0) == key(value.label) } ?? true }
            if others.contains(where: { other in word.label == nil || other.label.map(key) == word.label.map(key) }) {
                problems.append(.setTwice(word, field: field.title(of: model)))
            } else if values.count > 1, !replacesAll, !cleared.contains(field.key) {
                problems.append(.severalValues(word, field: field.title(of: model), values: values))
            }
        }
        guard problems.isEmpty else { throw FieldProblems(problems) }
    }

    /// Applies all assignments to a model, or none if there is an error.
    /// - Parameter mayBeIncomplete: Whether required fields may be empty, as in an unfinished form.
    /// - Throws: `FieldProblems` with all errors.
    public func apply<Model>(
        _ words: [FieldAssignment], to model: inout Model, mayBeIncomplete: Bool = false
    ) throws(FieldProblems) where Element == EditableField<Model> {
        var changed = model
        var problems: [FieldProblem] = []
        var edited: [EditableField<Model>] = []
        for word in words.map(\.withUnitInValue) {
            guard let field = named(word.key) else {
                problems.append(unknown(word.key))
                continue
            }
            edited.append(field)
            do throws(FieldProblem) {
                try field.apply(word, to: &changed)
            } catch {
                problems.append(error)
            }
        }
        for field in self where !mayBeIncomplete && field.isRequired && field.read(changed).isEmpty {
            problems.append(.required(field: field.title))
        }
        guard problems.isEmpty else { throw FieldProblems(problems) }
        let keys = Set(edited.map(\.key))
        for field in edited { field.adapt(model, &changed, keys) }
        model = changed
    }
}

/// An error in an assignment to a field.
public enum FieldProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A key that does not name a field. The titles of similar fields contain the key as a word, such as “Given name”
    /// for `name`.
    case unknown(key: String, known: [String], similar: [String] = [])
    case unreadable(field: Title, value: String, expected: Message)
    case notLabeled(field: Title)
    case notSeveral(field: Title)
    case required(field: Title)
    /// An invalid filter, or a value that names an unknown or ambiguous record.
    case notFound(reason: Message)
    /// A line of an edited text that does not have the form `field: value`.
    case invalidLine(String)
    case repeated(field: Title)
    /// A value with several meanings, such as the date 5/6/1980.
    case ambiguous(FieldAssignment, field: Title, values: [String])
    /// An assignment to a part of a postal address that matches several addresses.
    case severalAddresses(field: Title)
    /// An assignment that would replace several values.
    case severalValues(FieldAssignment, field: Title, values: [Labeled<String>])
    /// The second of two assignments that replace the same values.
    case setTwice(FieldAssignment, field: Title)

    public var description: String { sentence.description }

    public var sentence: Message {
        switch self {
        case .unknown(let key, _, _): "Unknown field “\(key)”."
        case .unreadable(let field, let value, let expected):
            "\(title: field): invalid value “\(value)”; expected \(expected)."
        case .notLabeled(let field): "\(title: field) does not accept a label. Remove the label."
        case .notSeveral(let field): "\(title: field) has a single value. Use “=” instead of “+=” or “-=”."
        case .required(let field): "\(title: field) is required."
        case .notFound(let reason): reason
        case .invalidLine(let line): "Invalid line “\(line)”: expected “field: value”."
        case .repeated(let field): "\(title: field) accepts only one value. Remove the others."
        case .ambiguous(let assignment, let field, let values):
            "\(title: field): “\(assignment.value)” can mean \(values.joined(separator: " or ")). Use one of them."
        case .severalAddresses(let field):
            "\(title: field): several postal addresses match. Specify a label that only one of them has."
        case .severalValues(_, let field, let values):
            "\(title: field) has \(values.count) values: \(values.map(\.shown).joined(separator: ", "))."
        case .setTwice(_, let field):
            "\(title: field) is set twice."
        }
    }
}

extension FieldAssignment {
    /// The assignment that adds the value instead of replacing others.
    public var adding: FieldAssignment {
        FieldAssignment(key: key, label: label, operation: .add, value: value)
    }

    /// Returns the assignments that replace only one of several values. If this assignment lacks a label, the value
    /// keeps its label.
    /// - Parameter values: The values that the assignment would replace.
    public func replacing(_ old: Labeled<String>, among values: [Labeled<String>]) -> [FieldAssignment] {
        let label = label ?? (old.label.isEmpty ? nil : old.label)
        if label != nil, values.count(where: { $0.label == old.label }) == 1 {
            return [FieldAssignment(key: key, label: label, value: value)]
        }
        return [
            FieldAssignment(key: key, label: label, operation: .remove, value: old.value),
            FieldAssignment(key: key, label: label, operation: .add, value: value),
        ]
    }
}

extension Labeled<String> {
    /// The value after its label, such as `home: +1 555 0100`.
    public var shown: String { label.isEmpty ? value : "\(label): \(value)" }
}

/// All errors in assignments to a record.
public struct FieldProblems: Error, Hashable, Sendable {
    public let all: [FieldProblem]

    public init(_ all: [FieldProblem]) { self.all = all }

    /// The error messages, without duplicates.
    public var sentences: Message {
        all.unique.map(\.sentence).joined()
    }
}
