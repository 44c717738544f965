import Localization

/// A typed value that is exact in machine-readable output and formatted in human-readable output.
public indirect enum Value: Hashable, Sendable {
    /// A missing value, which is `null` in machine-readable output and omitted from human-readable output.
    case none
    case text(String)
    /// Translatable text. Machine-readable output contains the English text.
    case words(Message)
    /// Text as stored and as formatted for display, such as a phone number.
    case formatted(String, words: String)
    /// Text in Markdown that may have several lines.
    case prose(String)
    case integer(Int)
    /// A count that stopped at a limit: `1000+` in human-readable output and `null` in machine-readable output.
    case moreThan(Int)
    case number(Double)
    case flag(Bool)
    case quantity(Quantity)
    /// A date in ISO 8601 format for machine-readable output, and in words for human-readable output. `iso` is empty if
    /// there is no date.
    case date(iso: String, words: String)
    /// A period such as `30d`, with words for human-readable output.
    case period(String, words: Message)
    case reference(RecordLink)
    /// A value with a label, such as a work email address.
    case labeled(String, Value)
    case list([Value])
    /// A sequence of numbers, shown as a profile of bars.
    case series([Double?])
    /// A bar with a length from 0 to 1, omitted from machine-readable output.
    case bar(Double)
    /// A change to a field, with its key, old value, and new value. An empty string means no value.
    case change(String, old: String, new: String)
    /// A structured value, such as a postal address, shown on one line.
    case parts([Field])
    /// An example or a description of an answer, shown in place of an empty value in human-readable output.
    case placeholder(Message, for: Value)

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

/// A number with its unit and its basis, such as a measurement or an upper limit.
public struct Quantity: Hashable, Sendable {
    /// The basis of the number. The raw value is its name in JSON and CSV.
    public enum Basis: String, Hashable, Sendable {
        case measured, computed, lowerLimit, upperLimit, unknown
        /// A computed value of something that was not observed, such as the depth of a transit.
        case hypothetical
    }

    public let value: Double
    /// The unit symbol, or an empty string for a pure number.
    public let unit: Title
    /// The basis, or `nil` for a number without one, such as the altitude of a star.
    public let basis: Basis?
    /// The same quantity in other units.
    public let comparisons: [Amount]
    /// The number of significant digits in human-readable output, or `nil` for the usual number. Machine-readable
    /// output has all digits.
    public let digits: Int?
    /// The same quantity in another notation, such as an angle in degrees, minutes, and seconds; may be empty.
    public let notation: String
    public let uncertainty: Uncertainty?

    /// The distances from a value to its upper and lower bounds.
    public struct Uncertainty: Hashable, Sendable {
        public let upper: Double
        public let lower: Double

        public init(upper: Double, lower: Double) {
            self.upper = upper
            self.lower = lower
        }
    }

    public struct Amount: Hashable, Sendable {
        public let value: Double
        public let unit: Title
        public let uncertainty: Uncertainty?

        public init(_ value: Double, unit: Title, uncertainty: Uncertainty? = nil) {
            self.value = value
            self.unit = unit
            self.uncertainty = uncertainty
        }
    }

    public init(
        _ value: Double, unit: Title, basis: Basis? = nil, comparisons: [Amount] = [],
        uncertainty: Uncertainty? = nil, digits: Int? = nil, notation: String = ""
    ) {
        self.comparisons = comparisons
        self.digits = digits
        self.notation = notation
        self.value = value
        self.unit = unit
        self.basis = basis
        self.uncertainty = uncertainty
    }
}

/// A value with its key and its title.
public struct Field: Hashable, Sendable {
    /// The key of the field in JSON.
    public let key: String
    public let title: Title
    public let value: Value
    public let audience: Audience
    /// The title of the form section that contains the field, or an empty string.
    public let section: Title

    public enum Audience: Hashable, Sendable {
        case everybody
        /// Machine-readable output only. The field is shown elsewhere or is irrelevant to users.
        case programs
        /// Human-readable output only, for hints.
        case people
    }

    public init(
        _ key: String, _ title: Title, _ value: Value, for audience: Audience = .everybody, section: Title = ""
    ) {
        self.audience = audience
        self.section = section
        self.key = key
        self.title = title
        self.value = value
    }
}
