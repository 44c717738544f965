import Localization

/// The one definition of a field of a model: forms, commands, filters, lists, JSON, CSV, search and the database read it.
public struct EditableField<Model: Sendable>: Sendable {
    public enum Shape: Hashable, Sendable {
        /// One value, or none.
        case single
        /// Several values without labels, such as aliases.
        case several
        /// Several values, each under a label.
        case labeled
        /// The ID of a record of one of these kinds.
        case reference([Kind])
        /// Several lines of text.
        case prose
        /// A passphrase: never shown, logged, or kept in a draft.
        case secret
    }

    public let key: String
    public let title: Title
    public let value: FieldValue<Model>
    public let shape: Shape
    /// What a value looks like, as a noun: “a date such as 1977-05-25 or --05-25”.
    public let expects: Message
    /// The only values there are; empty where anything may be typed.
    public let choices: [String]
    public internal(set) var isRequired = false
    /// The key in JSON: the plural of a field with labels.
    public internal(set) var jsonKey: String
    /// Another name of the field in lowercase: the catalog's `kind`.
    public internal(set) var alias: String?
    /// Its columns in the table of the record, one for each kind of a reference; of several values, the end of the name of
    /// their table.
    public internal(set) var columns: [String]
    /// The fields of the filter language that ask for it.
    public internal(set) var filters: [FilterField] = []
    public internal(set) var order: FieldOrder?
    public internal(set) var search: SearchRole?
    /// How equal values are recognized when two records are merged.
    var identity = ValueIdentity.text
    public internal(set) var place = FieldPlace()
    /// The title on the page of the record.
    public internal(set) var pageTitle: Title
    /// The heading in a CSV file of contacts, without the number of several.
    public internal(set) var heading: String?
    /// Whether full exports may lack it because it is younger than their format.
    public internal(set) var isYoung = false
    /// Reads what was typed of a text.
    var parse: @Sendable (String) throws(FieldProblem) -> String = { text throws(FieldProblem) in text }

    public init(
        _ key: String, _ title: Title, _ value: FieldValue<Model>, shape: Shape = .single, expects: Message,
        choices: [String] = []
    ) {
        self.key = key
        self.title = title
        self.value = value
        self.shape = shape
        self.expects = expects
        self.choices = choices
        jsonKey = shape == .labeled ? key + "s" : key
        columns = [key.snakeCase]
        pageTitle = title
    }

    /// Whether a word names this field, in any case and with or without underscores: `massKg`, `mass_kg`.
    public func answers(to word: some StringProtocol) -> Bool {
        let word = word.lowercased().filter { $0 != "_" }
        return key.lowercased() == word || jsonKey.lowercased() == word || alias == word
    }

    public func read(_ model: Model) -> [Labeled<String>] { value.read(model) }

    /// Replaces the values; throws if one of them cannot be read.
    public func write(_ model: inout Model, _ values: [Labeled<String>]) throws(FieldProblem) {
        var values = values
        for index in values.indices { values[index].value = try parse(values[index].value) }
        if let text = value.write(values, to: &model) {
            throw .unreadable(field: title, value: text, expected: expects)
        }
    }

    /// The model's value as one line, for a field that has a single one.
    public func text(of model: Model) -> String {
        read(model).map(\.value).joined(separator: ", ")
    }
}

extension String {
    /// `massKg` as `mass_kg`.
    fileprivate var snakeCase: String {
        reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
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
        guard value.isPossible(changed) else {
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

/// How lists are sorted by a field.
public enum FieldOrder: Hashable, Sendable {
    /// By its value, as filters compare it.
    case value
    /// By a column that follows from the record, such as `sort_key`.
    case key(String, mayBeMissing: Bool)
}

/// What the text of a field is to a search.
public enum SearchRole: Hashable, Sendable {
    /// A name of the record, also found as one word: `obrien`.
    case name
    /// A name of the planet catalog, also found without spaces: `kepler16b`.
    case catalogName
    /// The catalog's name of another body.
    case mention
    /// Any other text.
    case word
    /// A text that is ranked before other words.
    case keyword
}

/// How a merge recognizes equal values of a field.
enum ValueIdentity: Hashable, Sendable {
    case text
    case caseInsensitiveText
    case dialedNumber
    /// Values with different labels differ, such as the same name at two services.
    case textAndLabel
}

/// Where a field is on the page of its record and in its JSON.
public struct FieldPlace: Hashable, Sendable {
    public enum Audience: Hashable, Sendable { case everybody, programs, nobody }

    public internal(set) var audience = Audience.everybody
    /// The key of the field that it follows; nil for that before it in the declaration.
    public internal(set) var predecessor: String?
    /// Whether it follows the values that are derived from others.
    public internal(set) var isLast = false
}
