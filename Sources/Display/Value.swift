/// A typed value: programs get it exactly, people get it readable.
public indirect enum Value: Hashable, Sendable {
    /// Unknown, or not there: `null`, and left out for people.
    case none
    case text(String)
    /// Markdown of several lines.
    case prose(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case quantity(Quantity)
    /// A date or moment: in ISO form for programs, in words for people.
    case date(iso: String, words: String)
    case reference(Reference)
    /// A value under a label, such as the e-mail address for work.
    case labelled(String, Value)
    case list([Value])
    /// Something made of parts, such as a postal address; people read the known parts in one line.
    case parts([Field])

    public static func text(orNone text: String) -> Value { text.isEmpty ? .none : .text(text) }
}
