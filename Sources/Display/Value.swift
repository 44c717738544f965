import Localization

/// A typed value: programs get it exactly, people get it readable.
public indirect enum Value: Hashable, Sendable {
    /// Unknown, or not there: `null`, and left out for people.
    case none
    case text(String)
    /// Words of the program's own; programs get them in English.
    case words(Message)
    /// A telephone number as it was typed; people read it in groups.
    case phone(String)
    /// Markdown of several lines.
    case prose(String)
    case integer(Int)
    /// A number that was counted no further: `1000+` for people, `null` for programs.
    case moreThan(Int)
    case number(Double)
    case flag(Bool)
    case quantity(Quantity)
    /// A date or moment: in ISO form for programs, in words for people.
    case date(iso: String, words: String)
    case reference(RecordLink)
    /// A value under a label, such as the e-mail address for work.
    case labeled(String, Value)
    case list([Value])
    /// Figures of several things in their order, nil where it is unknown: people see them at a glance, as a profile.
    case series([Double?])
    /// How much of the greatest there is it comes to, from 0 to 1: people see a bar, programs nothing.
    case bar(Double)
    /// What a field was and what it became, by the key of the field; empty for nothing.
    case change(String, old: String, new: String)
    /// Something made of parts, such as a postal address; people read the known parts in one line.
    case parts([Field])

    public static func words(orNone words: Message?) -> Value { words.map(Value.words) ?? .none }
    public static func text(orNone text: String) -> Value { text.isEmpty ? .none : .text(text) }
}

/// Something else that has a page of its own.
public struct RecordLink: Hashable, Sendable {
    public let address: String
    public let name: String

    public init(address: String, name: String) {
        self.address = address
        self.name = name
    }
}

/// A figure with its unit and with how it is known.
public struct Quantity: Hashable, Sendable {
    public enum Basis: Hashable, Sendable { case measured, computed, lowerLimit, upperLimit }

    public let value: Double
    /// As written behind the figure; empty for a pure number.
    public let unit: Title
    public let basis: Basis
    /// The same in units that people compare it in.
    public let comparisons: [Amount]

    /// An amount of a unit.
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

/// A fact: its key for programs, its title for people, its value for both.
public struct Field: Hashable, Sendable {
    /// lowerCamelCase, as in JSON.
    public let key: String
    public let title: Title
    public let value: Value
    public let audience: Audience

    public enum Audience: Hashable, Sendable {
        case everybody
        /// What people see elsewhere on the page, or never need.
        case programs
        /// A hint that is no fact.
        case people
    }

    public init(_ key: String, _ title: Title, _ value: Value, for audience: Audience = .everybody) {
        self.audience = audience
        self.key = key
        self.title = title
        self.value = value
    }
}
