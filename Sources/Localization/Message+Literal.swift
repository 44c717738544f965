extension Message: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(words: text, values: []) }

    public init(stringInterpolation parts: StringInterpolation) {
        self.init(words: parts.words, values: parts.values)
    }

    /// Numbers the values in the order that English says them in.
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

        public mutating func appendInterpolation(_ message: Message) { append(.message(message)) }

        /// The name of a field or column.
        public mutating func appendInterpolation(title: Title) { append(.message(Message(title: title))) }

        /// The same within a sentence.
        public mutating func appendInterpolation(noun title: Title) { append(.noun(title)) }

        private mutating func append(_ value: Value) {
            values.append(value)
            words += "{\(values.count)}"
        }
    }
}
