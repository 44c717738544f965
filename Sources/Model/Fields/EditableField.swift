import Localization
import Text

/// The definition of a field, used by forms, commands, filters, lists, JSON, CSV, search, and the database.
///
///     let pronouns = EditableField<Person>.text("pronouns", "Pronouns", \.pronouns).filtered().sorted().searched()
public struct EditableField<Model: Sendable>: NamedField, Sendable {
    public enum Shape: Hashable, Sendable {
        case single
        /// A list of unlabeled values, such as aliases.
        case several
        /// A list of labeled values.
        case labeled
        /// The ID of a record of one of the given kinds.
        case reference([Kind])
        /// Multiline text.
        case prose
        /// A passphrase, which is never shown, logged, or saved in a draft.
        case secret
    }

    public let key: String
    public let title: Title
    public let value: FieldValue<Model>
    public let shape: Shape
    /// A noun phrase for the expected value, such as “a date such as 1977-05-25 or --05-25”.
    public let expects: Message
    /// The allowed values; empty if any value is allowed.
    public let choices: [String]
    /// Common values that completion offers.
    public internal(set) var examples: [String] = []
    public internal(set) var isRequired = false
    /// The key in JSON. The default for labeled fields is the plural of ``key``.
    public internal(set) var jsonKey: String
    /// An alternative name in lowercase, such as `kind` in the catalog.
    public internal(set) var alias: String?
    /// The columns in the record’s table: one column, or one for each kind for a reference. For a list field, the
    /// suffix of the table that contains the list.
    public internal(set) var columns: [String]
    public internal(set) var filters: [FilterField] = []
    public internal(set) var order: FieldOrder?
    public internal(set) var search: SearchRole?
    /// The rule that decides whether two values are equal.
    var identity = ValueIdentity.text
    /// The standard labels of a labeled field.
    public internal(set) var labelVocabulary = LabelVocabulary.own
    var labeledFormat = ValueFormat.text
    public internal(set) var place = FieldPosition()
    public internal(set) var pageTitle: Title
    /// A closure that returns the title on the page of a record, or `nil` for ``pageTitle``.
    var titleOfRecord: @Sendable (Model) -> Title? = { _ in nil }
    /// A label that names the field, in addition to the titles and the heading.
    var otherLabel: Title?
    /// The title of the form section, or an empty string for a form without sections.
    public internal(set) var section: Title = ""
    /// The column heading in contact CSV files, without the number of a repeated column.
    public internal(set) var heading: String?
    /// Whether full exports may lack the field because it is newer than the export format.
    public internal(set) var isOptionalInExports = false
    /// A closure that returns whether forms ask for the field if it has no value.
    public internal(set) var isAsked: @Sendable (Model) -> Bool = { _ in true }
    /// A closure that validates and normalizes a value.
    var parse: @Sendable (String) throws(FieldProblem) -> String = { text throws(FieldProblem) in text }
    /// Whether surrounding whitespace is removed when the value is entered. Stored values are never trimmed.
    var isTrimmed = false
    /// Whether clearing the field stores empty text instead of no text.
    var storesEmptyText = false
    /// A closure that removes other values that an entered text replaces. It receives the model before the edit, the
    /// model to change, and the text, which is empty if the field is cleared.
    var removeReplacedValues: @Sendable (Model, inout Model, String) -> Void = { _, _, _ in }
    /// A closure that adapts the values that were calculated from the field. It receives the model before the edit, the
    /// model to change, and the keys of the fields that it must not adapt.
    var adapt: @Sendable (Model, inout Model, Set<String>) -> Void = { _, _, _ in }

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

    public var names: [String] { [key.lowercased(), jsonKey.lowercased()] + [alias].compactMap(\.self) }

    public var filterName: String? { filters.count == 1 ? filters[0].name : nil }

    public var isShown: Bool { place.audience == .everybody }

    /// Returns the title on the page of a record.
    public func pageTitle(of model: Model) -> Title { titleOfRecord(model) ?? pageTitle }

    /// Returns the full title for a record.
    public func title(of model: Model) -> Title { titleOfRecord(model) ?? title }

    /// The labels under which the field is shown. Secrets are named only by their key.
    public var labels: [Title] {
        shape == .secret ? [] : [title, pageTitle, heading, otherLabel].compactMap(\.self)
    }

    /// The fields that this field provides to the filter language. If there is only one, it also has all names and
    /// labels of this field.
    var namedFilters: [FilterField] {
        filters.map { filter in
            var filter = filter
            // The filters of a link to several kinds are named after the kinds.
            if filters.count == 1 { (filter.otherNames, filter.labels) = (names, labels) }
            filter.isShown = isShown
            filter.format = format
            return filter
        }
    }

    public func read(_ model: Model) -> [Labeled<String>] { value.read(model) }

    /// Replaces the values of the field.
    /// - Throws: `FieldProblem` for the first invalid value.
    public func write(_ model: inout Model, _ values: [Labeled<String>]) throws(FieldProblem) {
        var values = values
        for index in values.indices { values[index].value = try parse(values[index].value) }
        if let text = value.write(values, to: &model) {
            throw .unreadable(field: title(of: model), value: text, expected: expects)
        }
    }

    /// Copies the values of the field from another model without validating them.
    public func copy(from source: Model, to model: inout Model) { value.copy(from: source, to: &model) }

    /// An example or a description of an answer, which forms show if the field is empty; empty if any text is valid.
    public var placeholder: Message {
        switch value {
        case .text, .texts: ""
        case .date: "1977-05-25"
        case .labeled, .phones: "value, or label: value"
        case .uncertainties: "massKg: ±2e24"
        case .addresses: "label: \(expects)"
        case .optionalText, .accessor, .day, .period, .gender, .figure, .integer, .flag, .estimates, .persons,
            .reference:
            expects
        }
    }

    /// Returns the values, separated by commas.
    public func text(of model: Model) -> String {
        read(model).map(\.value).joined(separator: ", ")
    }
}

/// A field that commands and filters recognize by any of its names.
public protocol NamedField {
    /// The words that name the field, in lowercase and without underscores.
    var names: [String] { get }
    /// The name in filters. The ``names`` of other fields take precedence.
    var filterName: String? { get }
    /// The labels under which the field is shown.
    var labels: [Title] { get }
    /// Whether human-readable pages show the field.
    var isShown: Bool { get }
}

extension NamedField {
    public var filterName: String? { nil }
    public var isShown: Bool { true }

    /// Returns whether a word, such as `massKg` or `mass_kg`, names this field, ignoring case and underscores.
    public func answers(to word: some StringProtocol) -> Bool { names.contains(word.fieldName) }

    /// Returns whether a word is a label of the field, such as `E-mail` or `postal address`, ignoring case, spaces, and
    /// punctuation.
    public func isLabeled(_ word: some StringProtocol) -> Bool { labels.haveLetters(of: word) }
}

extension Array where Element: NamedField {
    /// Returns the field with the given name or label, if any. If several fields have the label, returns the only one
    /// of them that is shown on pages, if any.
    public func named(_ word: some StringProtocol) -> Element? {
        let name = word.fieldName
        if let field = first(where: { $0.names.contains(name) }) ?? first(where: { $0.filterName == name }) {
            return field
        }
        let labeled = filter { $0.isLabeled(word) }
        let shown = labeled.count > 1 ? labeled.filter(\.isShown) : labeled
        return shown.count == 1 ? shown[0] : nil
    }
}

extension [Title] {
    /// Returns whether one of the labels, or its translation, equals a word, ignoring case, spaces, and punctuation.
    func haveLetters(of word: some StringProtocol) -> Bool {
        let word = word.lettersOfLabel
        return contains { title in
            if title.lettersOfLabel == word { return true }
            let translation = Message(title: title).localized
            return translation != title && translation.lettersOfLabel == word
        }
    }
}

extension StringProtocol {
    /// The word in lowercase and without underscores.
    fileprivate var fieldName: String { lowercased().filter { $0 != "_" } }

    /// The letters and digits of a label, in lowercase.
    fileprivate var lettersOfLabel: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension String {
    /// The key in snake case, such as `mass_kg` for `massKg`.
    fileprivate var snakeCase: String {
        reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
}

/// The sort key of a field.
public enum FieldOrder: Hashable, Sendable {
    /// The value of the field, compared as in filters.
    case value
    /// A derived column, such as `sort_key`.
    case key(String, mayBeMissing: Bool)
}

/// The role of a field in searches.
public enum SearchRole: Hashable, Sendable {
    /// A name of the record, which is also found without separators, as in `obrien`.
    case name
    /// A catalog name, which is also found without spaces, as in `kepler16b`.
    case catalogName
    /// The name of another body.
    case mention
    case word
    /// A word that ranks above words of other fields.
    case keyword
}

/// A rule that decides whether two values of a field are equal, for adding and removing values, merging, and importing.
///
/// Filters find all equal values except postal addresses, web addresses that differ in a final slash, and phone numbers
/// with separators outside ASCII, and may find others. Possible duplicates are found by `EmailAddress.duplicateKey` and by the last digits of phone numbers instead.
enum ValueIdentity: Hashable, Sendable {
    case text
    case caseInsensitiveText
    case emailAddress
    case webAddress
    case dialedNumber
    case postalAddress
    /// A comparison of both value and label. For example, the same user name at two services counts as two values.
    case textAndLabel

    var includesLabel: Bool { self == .textAndLabel }

    /// Returns a key that is equal for two spellings of the same value. Values with different keys are also equal if
    /// they can be joined.
    func key(_ text: String) -> String {
        switch self {
        case .text, .textAndLabel: text
        case .caseInsensitiveText: text.lowercased()
        case .emailAddress: EmailAddress.key(text)
        case .webAddress: WebAddressText.key(text)
        case .dialedNumber: PhoneNumber.key(text)
        case .postalAddress: PostalAddress(text)?.key ?? text
        }
    }

    /// Returns a key that is equal for all values that can be joined, so that only values with the same key need to be
    /// compared.
    func joiningKey(_ text: String) -> String {
        switch self {
        case .text, .textAndLabel, .caseInsensitiveText, .emailAddress, .webAddress: key(text)
        case .dialedNumber: PhoneNumber.joiningKey(of: text)
        case .postalAddress: PostalAddress(text)?.joiningKey ?? text
        }
    }

    /// Returns the more complete of two spellings of a value, or `nil` if the values differ.
    func joined(_ one: String, _ other: String) -> String? {
        switch self {
        case .text, .textAndLabel, .caseInsensitiveText, .emailAddress, .webAddress: key(one) == key(other) ? one : nil
        case .dialedNumber: PhoneNumber.joined(one, other)
        case .postalAddress: PostalAddress(other).flatMap { PostalAddress(one)?.joined(with: $0) }?.description
        }
    }

    /// Returns the values that equal a given one. Values with the same spelling take precedence over all others, and
    /// values with the same key take precedence over values that can be joined.
    func values(_ values: [String], equalTo value: String) -> [String] {
        if values.contains(value) { return [value] }
        let key = key(value)
        let same = values.filter { self.key($0) == key }
        return same.isEmpty ? values.filter { joined($0, value) != nil } : same
    }
}

/// The position of a field on pages and in JSON.
public struct FieldPosition: Hashable, Sendable {
    public enum Audience: Hashable, Sendable { case everybody, programs, nobody }

    public internal(set) var audience = Audience.everybody
    /// The key of the preceding field, or `nil` for declaration order.
    public internal(set) var predecessor: String?
    /// Whether the field comes after the derived values.
    public internal(set) var isLast = false
}

/// An index of a record’s fields by name. Lookups are faster than calling ``EditableField/answers(to:)`` for all
/// fields.
public struct FieldIndex<Model: Sendable>: Sendable {
    private let fields: [String: EditableField<Model>]

    public init(_ fields: [EditableField<Model>]) {
        let names = fields.flatMap { field in ([field.key] + field.names).map { ($0, field) } }
        self.fields = Dictionary(names) { first, _ in first }
    }

    /// The field that a word names, such as `massKg` or `mass_kg`, ignoring case and underscores.
    public subscript(word: some StringProtocol) -> EditableField<Model>? {
        // Most words are keys, so keys are looked up first.
        fields[String(word)] ?? fields[word.fieldName]
    }
}
