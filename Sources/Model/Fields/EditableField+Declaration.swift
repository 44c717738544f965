import Localization

extension EditableField {
    public typealias Path<Value> = FieldValue<Model>.Path<Value>

    public static func text(_ key: String, _ title: Title, _ path: Path<String>) -> EditableField {
        EditableField(key, title, .text(path), expects: "text")
    }

    public static func prose(_ key: String, _ title: Title, _ path: Path<String>) -> EditableField {
        EditableField(key, title, .text(path), shape: .prose, expects: "text")
    }

    public static func secret(_ key: String, _ title: Title, _ path: Path<String>) -> EditableField {
        EditableField(key, title, .text(path), shape: .secret, expects: "text")
    }

    /// Creates an optional text field with validation.
    public static func text(
        _ key: String, _ title: Title, expects: Message, _ path: Path<String?>,
        isReadable: @escaping @Sendable (String) -> Bool
    ) -> EditableField {
        var field = EditableField(key, title, .optionalText(path), expects: expects)
        field.parse = { text throws(FieldProblem) in
            guard isReadable(text) else { throw .unreadable(field: title, value: text, expected: expects) }
            return text
        }
        return field
    }

    /// Creates an optional text field that distinguishes empty text from no text.
    static func clearableText(_ key: String, _ title: Title, _ path: Path<String?>) -> EditableField {
        EditableField(key, title, .optionalText(path), expects: "text").with { $0.storesEmptyText = true }
    }

    public static func date(_ key: String, _ title: Title, _ path: Path<PartialDate?>) -> EditableField {
        EditableField(key, title, .date(path), expects: "a date such as 1977-05-25, 25 May 1977, 25 May, or 1977")
    }

    /// Creates a field for a complete date, which can also be entered as `yesterday` or without a year.
    public static func day(
        _ key: String, _ title: Title, _ path: Path<CivilDate?>, in range: DayRange
    ) -> EditableField {
        EditableField(
            key, title, .day(path, range),
            expects: range == .coming
                ? "a date such as 2027-05-25, 25 May, or friday, or a period such as 2w"
                : "a date such as 1977-05-25, 25 May, or yesterday")
    }

    /// Creates a field for a period.
    public static func period(_ key: String, _ title: Title, _ path: Path<TimeSpan?>) -> EditableField {
        EditableField(key, title, .period(path), expects: "a period such as 30d, 2w, 3m, or 1y")
    }

    public static func gender(_ key: String, _ title: Title, _ path: Path<Gender?>) -> EditableField {
        EditableField(
            key, title, .gender(path),
            expects: "M, F, O, N, or U, optionally followed by text, as in “O;it’s complicated”")
    }

    /// Creates a yes-or-no field, which also accepts `true` and `false`.
    public static func flag(_ key: String, _ title: Title, _ path: Path<Bool?>) -> EditableField {
        EditableField(key, title, .flag(path), expects: "yes or no", choices: ["yes", "no"])
    }

    public static func integer(
        _ key: String, _ title: Title, expects: Message = "a whole number (0 or more)", _ path: Path<Int?>,
        in range: ClosedRange<Int> = 0...Int.max
    ) -> EditableField {
        EditableField(key, title, .integer(path, range), expects: expects)
    }

    /// Creates a field that holds a case of an enumeration and cannot be cleared.
    public static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
        _ key: String, _ title: Title, _ path: Path<Value>
    ) -> EditableField where Value.RawValue == String {
        let choices = Value.allCases.map(\.rawValue)
        let value = FieldValue<Model>.accessor(read: { $0[keyPath: path].rawValue }) { model, word in
            guard let value = Value(rawValue: word.lowercased()) else { return false }
            model[keyPath: path] = value
            return true
        }
        return EditableField(
            key, title, value, expects: "one of: \(choices.joined(separator: ", "))", choices: choices)
    }

    public static func texts(_ key: String, _ title: Title, _ path: Path<[String]>) -> EditableField {
        EditableField(key, title, .texts(path), shape: .several, expects: "text")
    }

    public static func labeled(_ key: String, _ title: Title, _ path: Path<[Labeled<String>]>) -> EditableField {
        EditableField(key, title, .labeled(path), shape: .labeled, expects: "text")
    }

    public static func uncertainties(
        _ key: String, _ title: Title, _ path: Path<Uncertainties>
    ) -> EditableField {
        var field = EditableField(
            key, title, .uncertainties(path), shape: .labeled,
            expects: "±0.2 or +0.3 -0.2, labeled with a numeric field such as massKg")
        field.jsonKey = "uncertainties"
        field.columns = ["uncertainties"]
        return field
    }

    public static func phones(_ key: String, _ title: Title, _ path: Path<[Labeled<String>]>) -> EditableField {
        EditableField(key, title, .phones(path), shape: .labeled, expects: "text").identified(by: .dialedNumber)
            .labeled(from: .places)
    }

    public static func addresses(
        _ key: String, _ title: Title, _ path: Path<[Labeled<PostalAddress>]>
    ) -> EditableField {
        EditableField(
            key, title, .addresses(path), shape: .labeled,
            expects: "a postal address such as Hauptstraße 1, 10115 Berlin, Germany"
        ).identified(by: .postalAddress).labeled(from: .places)
    }

    /// Creates a field for a link to a record of one of the given kinds.
    public static func reference(
        _ key: String, _ title: Title, expects: Message, to kinds: [Kind],
        read: @escaping @Sendable (Model) -> RecordID?, write: @escaping @Sendable (inout Model, RecordID?) -> Void
    ) -> EditableField {
        var field = EditableField(
            key, title, .reference(read: read, write: write), shape: .reference(kinds), expects: expects)
        field.parse = { text throws(FieldProblem) in
            guard let id = RecordID(text), kinds.contains(id.kind) else {
                throw .unreadable(field: title, value: text, expected: expects)
            }
            return text
        }
        field.columns = kinds.map { "\($0.rawValue)_id" }
        return field
    }

    static func persons(_ key: String, _ title: Title, _ path: Path<[Person.ID]>) -> EditableField {
        EditableField(key, title, .persons(path), shape: .several, expects: "the name or ID of a person")
    }

    /// The kinds of the records that the field links to.
    public var linkedKinds: [Kind] {
        if case .reference(let kinds) = shape { return kinds }
        if case .persons = value { return [.person] }
        return []
    }

    /// Returns the fields of the given form sections, each with the title of its section.
    static func sections(_ sections: KeyValuePairs<Title, [EditableField]>) -> [EditableField] {
        sections.flatMap { title, fields in fields.map { field in field.with { $0.section = title } } }
    }

    private func with(_ change: (inout EditableField) -> Void) -> EditableField {
        var field = self
        change(&field)
        return field
    }

    /// Makes the field remove custom fields with the given label when a date is entered. If the field already had a
    /// date, custom fields that are dates are kept.
    func replacingText(_ label: String, in path: Path<[Labeled<String>]>) -> EditableField {
        // A custom field with a date is an additional date only if this field already had a date. Otherwise, it may be
        // the same date in another calendar.
        replacing { [self] former, model, text in
            if text.isEmpty { return }
            let keepsDates = !read(former).isEmpty
            model[keyPath: path].removeAll { field in
                labelVocabulary.key(field.label) == label && !(keepsDates && PartialDate(field.value) != nil)
            }
        }
    }

    /// Sets a closure that removes other values that an entered text replaces. It receives the model before the edit,
    /// the model to change, and the text, which is empty if the field is cleared.
    func replacing(_ remove: @escaping @Sendable (Model, inout Model, String) -> Void) -> EditableField {
        with { $0.removeReplacedValues = remove }
    }

    func trimmed() -> EditableField { with { $0.isTrimmed = true } }

    public func required() -> EditableField { with { $0.isRequired = true } }

    func alias(_ word: String) -> EditableField { with { $0.alias = word } }

    /// Sets the column name. The default is the key in snake case.
    func column(_ name: String) -> EditableField { with { $0.columns = [name] } }

    /// Sets the JSON key. Must be called before `filtered`, which uses the JSON key.
    func json(_ key: String) -> EditableField { with { $0.jsonKey = key } }

    /// Makes the field available in filters.
    /// - Parameters:
    ///   - name: The name in filters. The default is the key or, for a reference, the kind of the linked record.
    ///   - kind: The kind of record whose names the field contains. Names are compared ignoring case and accents.
    ///   - vocabulary: The standard spellings of the values. Entered abbreviations are stored in these spellings.
    func filtered(
        as name: String? = nil, byNamesOf kind: Kind? = nil, examples: [String] = [], vocabulary: Vocabulary? = nil
    ) -> EditableField {
        with { field in
            field.examples = examples
            if let vocabulary {
                field.parse = { text throws(FieldProblem) in vocabulary.spelling(of: text) ?? text }
            }
            if case .reference(let kinds) = shape {
                field.filters = kinds.map { kind in
                    FilterField(
                        name ?? kind.rawValue, key: kinds.count == 1 ? jsonKey : kind.rawValue, .name(kind))
                }
            } else {
                var marks: Estimates = []
                if case .figure(let figure) = value { marks = figure.decisive }
                let values = kind.map { .name($0) } ?? filterValues
                field.filters = [
                    FilterField(
                        name ?? key, key: jsonKey, values, examples: examples, marks: marks, vocabulary: vocabulary)
                ]
            }
        }
    }

    private var filterValues: FilterField.Values {
        switch value {
        case .text, .optionalText, .gender, .texts, .labeled, .addresses, .estimates, .uncertainties, .reference: .text
        case .persons: .name(.person)
        case .phones: .phone
        case .accessor: .choice(choices)
        case .date, .day: .date
        case .period: .period
        case .figure(let figure): .figure(figure.stored)
        case .integer: .integer
        case .flag: .flag
        }
    }

    /// Makes lists sortable by the field. The sort order has the name of the field’s filter.
    func sorted() -> EditableField { with { $0.order = .value } }

    /// Makes lists sortable by a derived column.
    func sorted(by key: String, mayBeMissing: Bool = false) -> EditableField {
        with { $0.order = .key(key, mayBeMissing: mayBeMissing) }
    }

    func searched(as role: SearchRole = .word) -> EditableField { with { $0.search = role } }

    func checked(as format: ValueFormat) -> EditableField { with { $0.labeledFormat = format } }

    func labeled(from vocabulary: LabelVocabulary) -> EditableField { with { $0.labelVocabulary = vocabulary } }

    func identified(by identity: ValueIdentity) -> EditableField { with { $0.identity = identity } }

    func titledOnPage(_ title: Title) -> EditableField { with { $0.pageTitle = title } }

    /// Sets a closure that returns the title on the page of a record, or `nil` for the usual title.
    func titledOnPage(by title: @escaping @Sendable (Model) -> Title?) -> EditableField {
        with { $0.titleOfRecord = title }
    }

    /// Sets a closure that adapts other values after the field is edited.
    func adapting(_ adapt: @escaping @Sendable (Model, inout Model, Set<String>) -> Void) -> EditableField {
        with { $0.adapt = adapt }
    }

    func shown(to audience: FieldPosition.Audience) -> EditableField { with { $0.place.audience = audience } }

    func shown(after key: String) -> EditableField { with { $0.place.predecessor = key } }

    func shownLast() -> EditableField { with { $0.place.isLast = true } }

    func asked(if isAsked: @escaping @Sendable (Model) -> Bool) -> EditableField { with { $0.isAsked = isAsked } }

    func alsoLabeled(_ label: Title) -> EditableField { with { $0.otherLabel = label } }

    func heading(_ text: String) -> EditableField { with { $0.heading = text } }

    /// Makes the field optional in full exports. Required for fields that are newer than the export format.
    func optionalInExports() -> EditableField { with { $0.isOptionalInExports = true } }
}

extension Array {
    /// Returns the fields that are shown to people or programs, in page order.
    public func inPageOrder<Model>() -> [EditableField<Model>] where Element == EditableField<Model> {
        let shown = filter { $0.place.audience != .nobody }
        return shown.reduce(into: shown.filter { $0.place.predecessor == nil }) { fields, field in
            guard let predecessor = field.place.predecessor else { return }
            let place = fields.firstIndex { $0.key == predecessor }.map { $0 + 1 }
            fields.insert(field, at: place ?? fields.endIndex)
        }
    }
}
