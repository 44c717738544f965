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
