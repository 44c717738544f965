import Localization

/// A field of a model that people can edit as text: the one definition behind commands, forms and seed files.
public struct EditableField<Model: Sendable>: Sendable {
    public enum Shape: Hashable, Sendable {
        /// One value, or none.
        case single
        /// Several values without labels, such as aliases.
        case several
        /// Several values, each under a label.
        case labeled
        /// The address of a record of one of these kinds.
        case reference([Kind])
        /// Several lines of text.
        case prose
        /// A passphrase: never shown, logged or kept half-typed.
        case secret
    }

    public let key: String
    /// Another word that stands for the field, in small letters: the catalogue's `kind`, the `emails` of JSON.
    public let alias: String?
    public let title: Title
    public let shape: Shape
    /// What a value looks like, as a noun: “a date such as 1977-05-25 or --05-25”.
    public let expects: Message
    /// The only values there are; empty where anything may be typed.
    public let choices: [String]
    public let isRequired: Bool
    /// Whether what was typed can be; what a store has from elsewhere stays as it is.
    public let isPossible: @Sendable (Model) -> Bool
    public let read: @Sendable (Model) -> [Labeled<String>]
    /// Puts the values in place of those present; throws when one of them cannot be read.
    public let write: @Sendable (inout Model, [Labeled<String>]) throws(FieldProblem) -> Void

    public init(
        key: String, alias: String? = nil, title: Title, shape: Shape, expects: Message, choices: [String] = [],
        isRequired: Bool = false, isPossible: @escaping @Sendable (Model) -> Bool = { _ in true },
        read: @escaping @Sendable (Model) -> [Labeled<String>],
        write: @escaping @Sendable (inout Model, [Labeled<String>]) throws(FieldProblem) -> Void
    ) {
        self.key = key
        self.alias = alias
        self.title = title
        self.shape = shape
        self.expects = expects
        self.choices = choices
        self.isRequired = isRequired
        self.isPossible = isPossible
        self.read = read
        self.write = write
    }

    /// Whether a word names this field, in any case and with or without underscores: `massKg`, `mass_kg`.
    public func answers(to word: some StringProtocol) -> Bool {
        let word = word.lowercased().filter { $0 != "_" }
        return key.lowercased() == word || alias == word
    }

    /// The model's value as one line, for a field that has a single one.
    public func text(of model: Model) -> String {
        read(model).map(\.value).joined(separator: ", ")
    }
}

// MARK: - Applying words

extension EditableField {
    public func apply(_ assignment: FieldAssignment, to model: inout Model) throws(FieldProblem) {
        var changed = model
        switch shape {
        case .labeled:
            try write(&changed, assignment.applied(to: read(model)))
        case .several:
            guard assignment.label == nil else { throw .notLabeled(field: title) }
            try write(&changed, assignment.applied(to: read(model)))
        case .single, .reference, .prose, .secret:
            guard assignment.label == nil else { throw .notLabeled(field: title) }
            guard assignment.operation == .replace else { throw .notSeveral(field: title) }
            try write(&changed, assignment.value.isEmpty ? [] : [Labeled("", assignment.value)])
        }
        guard isPossible(changed) else {
            throw .unreadable(field: title, value: assignment.value, expected: expects)
        }
        model = changed
    }
}

extension FieldAssignment {
    /// The values after `=`, `+=` or `-=`; without a label it speaks of the whole field.
    fileprivate func applied(to values: [Labeled<String>]) -> [Labeled<String>] {
        let concerned = { (candidate: Labeled<String>) in label == nil || candidate.label == label }
        switch operation {
        case .add:
            let new = Labeled(label ?? "", value)
            return value.isEmpty || values.contains(new) ? values : values + [new]
        case .remove:
            return values.filter { !(concerned($0) && $0.value == value) }
        case .replace:
            guard let place = values.firstIndex(where: concerned) else {
                return value.isEmpty ? values : values + [Labeled(label ?? "", value)]
            }
            var rest = values.filter { !concerned($0) }
            if !value.isEmpty { rest.insert(Labeled(label ?? "", value), at: min(place, rest.count)) }
            return rest
        }
    }
}

extension Array {
    /// Applies every word to the field it names; all problems are reported at once and then nothing has changed.
    /// Required fields may be missing only where a form is still being filled in.
    public func apply<Model>(
        _ words: [FieldAssignment], to model: inout Model, mayBeIncomplete: Bool = false
    ) throws(FieldProblems) where Element == EditableField<Model> {
        var changed = model
        var problems: [FieldProblem] = []
        for word in words {
            guard let field = first(where: { $0.answers(to: word.key) }) else {
                problems.append(.unknown(key: word.key, known: map(\.key)))
                continue
            }
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
        model = changed
    }
}
