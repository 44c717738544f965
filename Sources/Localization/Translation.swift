/// Knows the words of another language for those of the table; where it knows none, it says them in English.
public protocol Translator: Sendable {
    func words(for english: String) -> String
    /// Those that the language uses with a number.
    func words(for one: String, or other: String, number: Int) -> String
}

extension Translator {
    func words(of message: Message) -> String {
        guard !message.words.isEmpty else { return "" }
        guard let plural = message.plural else { return words(for: message.words) }
        return words(for: message.words, or: plural.words, number: plural.number)
    }
}

public enum Translation {
    /// The one of this run; nil for English.
    @TaskLocal public static var current: (any Translator)?
}

/// What a field, a column or a choice is called: a text without values, of which there are too many for messages. It is in
/// the table too, and `said` like one.
public typealias Title = String

extension Title {
    /// In the language of this run.
    public var localized: String {
        guard let translator = Translation.current, !isEmpty else { return self }
        return translator.words(for: self)
    }
}
