import Localization
import Text

/// The days that a field usually contains. A date without a year is the next such day if the range is `coming`, and
/// otherwise the most recent one.
public enum DayRange: Hashable, Sendable {
    case past, any, coming
}

/// The format of a field’s values, which determines how text is cleaned, how typed text is read, and which values are
/// unusual.
enum ValueFormat: Hashable, Sendable {
    case text, email, phone, messenger, webAddress, date, postalAddress, position
    case day(DayRange)

    /// The result of reading typed text.
    enum Reading: Hashable, Sendable {
        case value(String)
        /// A value that is probably incomplete or a mistake, with the reason as a sentence about the field.
        case unusual(String, Message)
        /// The values that the text can mean.
        case ambiguous([String])
    }

    /// Returns a value without additions by other programs, such as `mailto:`, and a position in the usual format.
    func cleaned(_ text: String) -> String {
        switch self {
        case .email: EmailAddress.cleaned(text)
        case .phone: PhoneText.cleaned(text)
        case .webAddress: WebAddressText.cleaned(text)
        case .position: GeographicPosition(text)?.description ?? text
        case .text, .messenger, .date, .day, .postalAddress: text
        }
    }

    /// Returns a value whose format includes the label, such as `xmpp:leia@alderaan.example`, as a value and a label.
    func divided(_ value: Labeled<String>) -> Labeled<String> {
        self == .messenger ? Messenger.withoutScheme(value) : value
    }

    /// Returns a value as it is compared by filters.
    func compared(_ text: String) -> String { divided(Labeled("", cleaned(text))).value }

    /// Reads typed text. Text that does not have the format is returned unchanged.
    func read(_ text: String, of title: Title, in conventions: Conventions) -> Reading {
        switch self {
        case .text, .messenger: return .value(text)
        case .email, .phone, .webAddress, .position:
            let text = cleaned(text)
            return warning(about: text, of: title).map { .unusual(text, $0) } ?? .value(text)
        case .date:
            switch DateInput(text, mayBeRelative: false, mayHaveTime: true, in: conventions) {
            case .date(let date): return .value(date.description)
            case .either(let first, let second): return .ambiguous([first.description, second.description])
            case nil: return .value(text)
            }
        case .day(let range):
            if range == .coming, let day = DateInput.comingDay(text, in: conventions) {
                return .value(day.description)
            }
            switch DateInput(text, mayHaveTime: range != .coming, in: conventions) {
            case .date(let date):
                guard let day = date.completed(upTo: conventions.today()) else { return .value(text) }
                return day <= conventions.today() || range != .past
                    ? .value(day.description) : .unusual(day.description, "\(title: title): \(day) is in the future.")
            case .either(let first, let second): return .ambiguous([first.description, second.description])
            case nil: return .value(text)
            }
        case .postalAddress:
            guard let typed = AddressInput(text) else { return .value(text) }
            let value = typed.address.description
            if typed.isCertain { return .value(value) }
            let parts = PostalAddress.Part.allCases.filter { !typed.address[$0].isEmpty }
                .map { "\($0.rawValue) “\(typed.address[$0])”" }.joined(separator: ", ")
            return .unusual(value, "\(title: title): “\(text)” may be split incorrectly: \(parts).")
        }
    }

    /// Returns the reason why a value is unusual, as a sentence about the field, or `nil` if it is not.
    func warning(about text: String, of title: Title) -> Message? {
        switch self {
        case .email where !EmailAddress.isValid(text):
            "\(title: title): “\(text)” is not an email address."
        case .phone where !text.unicodeScalars.contains { PhoneNumber.digit($0) != nil }:
            "\(title: title): “\(text)” does not contain a digit."
        case .webAddress where text.contains(where: \.isWhitespace): "\(title: title): “\(text)” contains a space."
        case .position where GeographicPosition(text) == nil:
            "\(title: title): “\(text)” is not a latitude and a longitude such as 50.94,6.96."
        case .text, .email, .phone, .messenger, .webAddress, .date, .day, .postalAddress, .position: nil
        }
    }
}

/// A warning about a typed value that is probably a mistake. The value is saved only if the user confirms it.
public struct ValueWarning: Hashable, Sendable {
    public let sentence: Message
    /// Whether the value is a postal address whose parts may be wrong.
    public let isAboutParts: Bool

    /// Creates a warning.
    ///
    /// - Parameter sentence: The reason, as a sentence about the field.
    public init(_ sentence: Message, isAboutParts: Bool = false) {
        self.sentence = sentence
        self.isAboutParts = isAboutParts
    }
}

extension EditableField {
    var format: ValueFormat {
        switch value {
        case .date: .date
        case .day(_, let range): .day(range)
        case .addresses: .postalAddress
        case .phones: .phone
        case .labeled: labeledFormat
        case .text, .optionalText, .accessor, .period, .gender, .figure, .integer, .flag, .estimates, .uncertainties,
            .texts, .persons, .reference:
            .text
        }
    }

    /// Returns a value without additions by other programs, such as `mailto:`.
    public func cleaned(_ text: String) -> String { format.cleaned(text) }

    /// Returns a cleaned value with the standard label. A URI scheme that names a service becomes the label.
    public func standardized(_ value: Labeled<String>) -> Labeled<String> {
        format.divided(Labeled(labelVocabulary.standard(value.label), cleaned(value.value)))
    }

    /// Returns the assignment with its value in the stored format, and a warning if the value is unusual. A value to
    /// remove, or one that the model already has, is never unusual.
    ///
    /// - Throws: `FieldProblem.ambiguous` if the value has several meanings.
    public func reading(
        _ assignment: FieldAssignment, over model: Model, in conventions: Conventions = .current
    ) throws(FieldProblem) -> (assignment: FieldAssignment, warning: ValueWarning?) {
        guard assignment.part == nil, !assignment.value.isEmpty, format != .text,
            !read(model).contains(where: { $0.value == assignment.value })
        else { return (assignment, nil) }
        switch format.read(assignment.value, of: title, in: conventions) {
        case .value(let value): return (assignment.withValue(value), nil)
        case .unusual(let value, let sentence):
            let warning = ValueWarning(sentence, isAboutParts: format == .postalAddress)
            return (assignment.withValue(value), assignment.operation == .remove ? nil : warning)
        case .ambiguous(let values): throw .ambiguous(assignment, field: title, values: values)
        }
    }
}

extension Person {
    /// Removes additions by other programs, such as `mailto:`, from labeled values, and uses the standard labels.
    public mutating func standardizeValues() {
        for field in Person.fields where field.labelVocabulary != .own {
            switch field.value {
            case .labeled(let path), .phones(let path):
                self[keyPath: path] = self[keyPath: path].map(field.standardized)
            case .addresses(let path):
                self[keyPath: path] = self[keyPath: path].map {
                    Labeled(field.labelVocabulary.standard($0.label), $0.value)
                }
            default: continue
            }
        }
    }
}

extension Person {
    // Copying and reading all fields of each imported contact would be slow.
    private static let fieldsWithUnusualValues = fields.filter { field in
        switch field.format {
        case .text, .messenger, .date, .day, .postalAddress: false
        case .email, .phone, .webAddress, .position: true
        }
    }

    /// The unusual values of the contact, each as a sentence about its field.
    public var unusualValues: [Message] {
        Self.fieldsWithUnusualValues.flatMap { field in
            field.read(self).compactMap { field.format.warning(about: $0.value, of: field.title) }
        }
    }
}
