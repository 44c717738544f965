/// A translator of messages from English. If there is no translation, it returns the English words.
public protocol Translator: Sendable {
    func words(for english: String) -> String
    /// Returns the translated singular or plural words for a number.
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
    /// The translator for the user’s language, or `nil` for English.
    @TaskLocal public static var current: (any Translator)?
}

/// The name of a field, column, or choice. Titles are translated with the message catalog.
public typealias Title = String

extension Title {
    /// The title in the user’s language.
    public var localized: String {
        guard let translator = Translation.current, !isEmpty else { return self }
        return translator.words(for: self)
    }
}
