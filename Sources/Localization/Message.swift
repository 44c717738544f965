/// What is said to a person, its words apart from its values: the words can be those of another language, and the values
/// stand where that language wants them. Two messages are the same that say the same in English.
///
/// Whoever has something to say writes it as a text: `"There is no \(address)."`; whoever shows it asks for what is `said`.
public struct Message: Sendable {
    /// As the table has them: in English, with `{1}`, `{2}` in the places of the values.
    let words: String
    /// For any other number than one, where the words depend on one.
    let plural: Plural?
    let values: [Value]

    struct Plural: Hashable, Sendable {
        let words: String
        let number: Int
    }

    enum Value: Sendable {
        /// Data.
        case text(String)
        /// A message within the message.
        case message(Message)
        /// The name of a field within a sentence: English wants it in small letters there, other languages as it is.
        case noun(Title)
    }

    /// What depends on a number: `Message(number, one: "1 row", other: "\(number) rows")`. If both have values, they have the
    /// same ones.
    public init(_ number: Int, one: Message, other: Message) {
        words = one.words
        plural = Plural(words: other.words, number: number)
        values = other.values
    }

    /// A number of things whose name takes an s: `1 note`, `2 notes`.
    public init(_ number: Int, _ noun: String) {
        words = "1 \(noun)"
        plural = Plural(words: "{1} \(noun)s", number: number)
        values = [.text(String(number))]
    }

    init(words: String, values: [Value]) {
        self.words = words
        plural = nil
        self.values = values
    }

    /// A text that is no sentence of the program's, such as a name, as it is.
    public init(data text: String) { self.init(words: "{1}", values: [.text(text)]) }

    /// The name of a field or column, where it is spoken of in a sentence.
    public init(title: Title) { self.init(words: title, values: []) }

    public var isEmpty: Bool { words.isEmpty || description.isEmpty }

    // MARK: - Out

    /// In the language of this run.
    public var localized: String { localized(by: Translation.current) }

    private func localized(by translator: (any Translator)?) -> String {
        let words = translator?.words(of: self) ?? englishWords
        if values.isEmpty { return words }
        return Placeholders.fill(words) { place in
            values.indices.contains(place - 1) ? values[place - 1].localized(by: translator) : nil
        }
    }

    private var englishWords: String {
        if let plural, plural.number != 1 { plural.words } else { words }
    }
}

extension Message.Value {
    fileprivate func localized(by translator: (any Translator)?) -> String {
        switch self {
        case .text(let text): text
        case .message(let message): message.localized(by: translator)
        case .noun(let title): translator?.words(for: title) ?? title.lowercased()
        }
    }
}

extension Message: CustomStringConvertible {
    /// In English, as programs are told.
    public var description: String { localized(by: nil) }
}

extension Message: Hashable {
    public static func == (left: Message, right: Message) -> Bool { left.description == right.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Message: Codable {
    /// As English text: what is read back is data.
    public init(from decoder: any Decoder) throws {
        self.init(data: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Sequence<Message> {
    /// One message of several, one behind the other.
    public func joined(separator: String = " ") -> Message {
        let messages = Array(self)
        let places = messages.indices.map { "{\($0 + 1)}" }
        return Message(
            words: places.joined(separator: Placeholders.escaped(separator)), values: messages.map { .message($0) })
    }
}
