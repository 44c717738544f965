import Text

/// A property without the ways of a version: what it means, ready to be written in any.
struct CardProperty: Hashable {
    enum Value: Hashable {
        case text(String)
        /// Between commas.
        case list([String])
        /// Between semicolons, each a list of its own.
        case components([[String]])
        /// An address of the web and the like, which has no escapes.
        case address(String)
        case bytes([UInt8], mediaType: String)
        /// Escaped already, and nobody knows how.
        case raw(String)
        /// The lines behind the colon as they stand in a card.
        case written([[UInt8]])
    }

    var group = ""
    /// As it is to be written.
    var name: String
    /// Without ENCODING and CHARSET, which are the writer's.
    var parameters: [CardParameter] = []
    var value: Value

    init(_ name: String, _ value: Value, types: [String] = []) {
        self.name = name
        self.value = value
        parameters = types.map { CardParameter("TYPE", $0) }
    }
}

extension CardProperty {
    /// A line as it stands, for another label.
    init(_ line: ContentLine, in parsed: ParsedCard) {
        name = parsed.nameAsWritten(of: line)
        group = line.group
        parameters = line.parameters
        let ranges = parsed.card.entries[line.entries].map(\.range)
        value = .written(ranges.map { Array(parsed.card.bytes[$0.clamped(to: line.value)]) })
    }

    /// A line with another value: its name, its group and its parameters stay, but those that speak of the old value.
    init(_ line: ContentLine, in parsed: ParsedCard, value: Value) {
        name = parsed.nameAsWritten(of: line)
        group = line.group
        self.value = value
        let stale: Set = [
            "ENCODING", "CHARSET", "LABEL", "SORT-AS", "X-APPLE-OMIT-YEAR", "MEDIATYPE", "X-SERVICE-TYPE",
        ]
        parameters = line.parameters.filter { parameter in
            !stale.contains(parameter.name) && !(parameter.name == "VALUE" && !parameter.value.isWord("TEXT"))
        }
    }
}

extension ParsedCard {
    /// The name of a property in its own case.
    func nameAsWritten(of line: ContentLine) -> String {
        let entry = card.entries[line.entries.lowerBound].range
        let head = card.bytes[entry].prefix { $0 != .colon && $0 != .semicolon }
        let start = head.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? head.startIndex
        return String(decoding: head[start...].withoutBlanks, as: UTF8.self)
    }
}

extension PlainText {
    func property(_ text: String, in version: CardVersion) -> CardProperty? {
        text.isEmpty ? nil : CardProperty(name(in: version), .text(text))
    }
}
