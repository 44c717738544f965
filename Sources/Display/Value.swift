import Localization

/// A typed value: exact for programs, formatted for people.
public indirect enum Value: Hashable, Sendable {
    /// No value: `null` for programs, omitted for people.
    case none
    case text(String)
    /// Translatable text. Programs get it in English.
    case words(Message)
    /// A phone number, which is shown in groups of digits.
    case phone(String)
    /// Multiline Markdown.
    case prose(String)
    case integer(Int)
    /// A count that stopped at a limit: `1000+` for people, `null` for programs.
    case moreThan(Int)
    case number(Double)
    case flag(Bool)
    case quantity(Quantity)
    /// A date: in ISO format for programs, in words for people.
    case date(iso: String, words: String)
    case reference(RecordLink)
    /// A value with a label, such as a work email address.
    case labeled(String, Value)
    case list([Value])
    /// A sequence of numbers, shown as a profile of bars.
    case series([Double?])
    /// A bar with a length from 0 to 1. Omitted for programs.
    case bar(Double)
    /// The old and new value of a field, by its key; empty for no value.
    case change(String, old: String, new: String)
    /// A value with parts, such as a postal address, shown in one line.
    case parts([Field])

    public static func words(orNone words: Message?) -> Value { words.map(Value.words) ?? .none }
    public static func text(orNone text: String) -> Value { text.isEmpty ? .none : .text(text) }
}

/// A link to a record.
public struct RecordLink: Hashable, Sendable {
    public let address: String
    public let name: String

    public init(address: String, name: String) {
        self.address = address
        self.name = name
    }
}

/// A number with its unit and basis.
public struct Quantity: Hashable, Sendable {
    public enum Basis: Hashable, Sendable { case measured, computed, lowerLimit, upperLimit }

    public let value: Double
    /// The unit symbol, or an empty string for a pure number.
    public let unit: Title
    public let basis: Basis
    /// The value in other units.
    public let comparisons: [Amount]

    public struct Amount: Hashable, Sendable {
        public let value: Double
        public let unit: Title

        public init(_ value: Double, unit: Title) {
            self.value = value
            self.unit = unit
        }
    }

    public init(_ value: Double, unit: Title, basis: Basis = .measured, comparisons: [Amount] = []) {
        self.comparisons = comparisons
        self.value = value
        self.unit = unit
        self.basis = basis
    }
}

/// A value with its key and title.
public struct Field: Hashable, Sendable {
    /// The key in JSON.
    public let key: String
    public let title: Title
    public let value: Value
    public let audience: Audience

    public enum Audience: Hashable, Sendable {
        case everybody
        /// Omitted for people because it is shown elsewhere or irrelevant.
        case programs
        /// A hint.
        case people
    }

    public init(_ key: String, _ title: Title, _ value: Value, for audience: Audience = .everybody) {
        self.audience = audience
        self.key = key
        self.title = title
        self.value = value
    }
}
