/// A user-facing message. Its words and values are stored separately so that the words can be translated.
///
/// Create a message with a string literal such as `"Added \(name)."`, and show its `localized` text. Messages with the
/// same English text are equal.
public struct Message: Sendable {
    /// The English words, with placeholders such as `{1}` and `{2}` for the values. The words are the key in the
    /// message catalog.
    let words: String
    /// The number, and the words for any number other than one; `nil` if the message does not depend on a number.
    let plural: Plural?
    let values: [Value]

    struct Plural: Hashable, Sendable {
        let words: String
        let number: Int
    }

    enum Value: Sendable {
        case text(String)
        case message(Message)
        /// A field name within a sentence; lowercase in English.
        case noun(Title)
    }

    /// Creates a message that depends on a number, such as `Message(number, one: "1 row", other: "\(number) rows")`.
    ///
    /// If both messages contain values, the values must be the same.
    public init(_ number: Int, one: Message, other: Message) {
        words = one.words
        plural = Plural(words: other.words, number: number)
        values = other.values
    }

    /// Creates a message such as `1 note` or `2 notes`.
    public init(_ number: Int, _ noun: String) {
        words = "1 \(noun)"
        plural = Plural(words: "{1} \(noun)s", number: number)
        values = [.text(number.grouped)]
    }

    init(words: String, values: [Value]) {
        self.words = words
        plural = nil
        self.values = values
    }

    /// Creates a message from data that is not translated, such as a name.
    public init(data text: String) { self.init(words: "{1}", values: [.text(text)]) }

    /// Creates a message from the name of a field or column.
    public init(title: Title) { self.init(words: title, values: []) }

    public var isEmpty: Bool { words.isEmpty || description.isEmpty }

    // MARK: - Text

    /// The message in the user’s language.
    public var localized: String { localized(by: Translation.current) }

    private func localized(by translator: (any Translator)?) -> String {
        let words = translator?.words(of: self) ?? englishWords
        if values.isEmpty { return words }
        return Placeholders.fill(words) { place in
            values.indices.contains(place &- 1) ? values[place - 1].localized(by: translator) : nil
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
    /// The message in English.
    public var description: String { localized(by: nil) }
}

extension Message: Hashable {
    public static func == (left: Message, right: Message) -> Bool { left.description == right.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Message: Codable {
    /// Decodes a message from English text. Decoded messages are not translated.
    public init(from decoder: any Decoder) throws {
        self.init(data: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Sequence<Message> {
    /// Concatenates the messages, separated by a string.
    public func joined(separator: String = " ") -> Message {
        let messages = Array(self)
        let places = messages.indices.map { "{\($0 + 1)}" }
        return Message(
            words: places.joined(separator: Placeholders.escaped(separator)), values: messages.map { .message($0) })
    }
}

extension Message: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(words: text, values: []) }

    public init(stringInterpolation parts: StringInterpolation) {
        self.init(words: parts.words, values: parts.values)
    }

    /// A string interpolation that numbers the values in the order of the English text.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var words = ""
        fileprivate var values: [Value] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            words.reserveCapacity(literalCapacity + interpolationCount * 3)
            values.reserveCapacity(interpolationCount)
        }

        public mutating func appendLiteral(_ text: String) { words += Placeholders.escaped(text) }

        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(.text(value.description))
        }

        /// Appends a count with grouped digits. Convert other numbers, such as line numbers, to strings.
        public mutating func appendInterpolation(_ number: Int) { append(.text(number.grouped)) }

        public mutating func appendInterpolation(_ message: Message) { append(.message(message)) }

        /// Appends the name of a field or column.
        public mutating func appendInterpolation(title: Title) { append(.message(Message(title: title))) }

        /// Appends the name of a field or column in the form used within sentences.
        public mutating func appendInterpolation(noun title: Title) { append(.noun(title)) }

        private mutating func append(_ value: Value) {
            values.append(value)
            words += "{\(values.count)}"
        }
    }
}

/// Functions for the placeholders in messages, such as `{1}` and `{2}`. Literal braces are doubled.
enum Placeholders {
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else { return text }
        return text.reduce(into: "") { $0 += $1 == "{" ? "{{" : $1 == "}" ? "}}" : String($1) }
    }

    /// Replaces placeholders with values. A placeholder without a value is kept.
    static func fill(_ words: String, with value: (Int) -> String?) -> String {
        var filled = ""
        var rest = words[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            filled += rest[..<brace]
            rest = rest[brace...]
            if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
                filled.append(rest.removeFirst())
                rest.removeFirst()
            } else if let end = rest.firstIndex(of: "}"), let place = Int(rest[..<end].dropFirst()),
                let text = value(place)
            {
                filled += text
                rest = rest[end...].dropFirst()
            } else {
                filled.append(rest.removeFirst())
            }
        }
        return filled + rest
    }
}

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

extension Int {
    /// The number with commas between groups of three digits. Numbers of up to four digits, such as years, are written
    /// without commas.
    public var grouped: String { (self < 0 ? "-" : "") + String(magnitude).groupedDigits }
}

extension String {
    /// The digits of a whole number with commas between groups of three, if there are more than four digits.
    package var groupedDigits: String {
        guard count > 4 else { return self }
        return enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (count - digit.offset).isMultiple(of: 3) { text += "," }
            text.append(digit.element)
        }
    }
}

extension Double {
    /// Returns the number rounded to the given number of significant digits, at least one. Halves are rounded away from
    /// zero.
    public func rounded(toDigits digits: Int) -> Double {
        // Smaller numbers may have fewer significant digits.
        guard magnitude >= 1e-280, isFinite else { return self }
        let least = (1..<max(1, digits)).reduce(1.0) { power, _ in power * 10 }
        // Positive powers of ten, up to 10²², are exact as floating-point numbers; negative powers are not.
        var (divisor, factor) = (1.0, 1.0)
        while magnitude / divisor >= least * 10 { divisor *= 10 }
        while magnitude * factor < least { factor *= 10 }
        return (self / divisor * factor).rounded() * divisor / factor
    }
}
