import Text

/// A property in a form that is independent of the vCard version.
struct CardProperty: Hashable {
    enum Value: Hashable {
        case text(String)
        /// The items of a list, separated by commas.
        case list([String])
        /// The components of a structured value, separated by semicolons. Each component is a list.
        case components([[String]])
        /// A URI without escapes.
        case address(String)
        case bytes([UInt8], mediaType: String)
        /// An escaped value in an unknown syntax.
        case raw(String)
        /// The original bytes after the colon, line by line.
        case written([[UInt8]])
    }

    var group = ""
    var name: String
    /// The parameters. Only properties with original bytes have ENCODING and CHARSET.
    var parameters: [CardParameter] = []
    var value: Value

    init(_ name: String, _ value: Value, types: [String] = []) {
        self.name = name
        self.value = value
        parameters = types.map { CardParameter("TYPE", $0) }
    }
}

extension CardProperty {
    /// Creates a property that keeps the original value of a line.
    init(_ line: ContentLine, in parsed: ParsedCard) {
        name = parsed.nameAsWritten(of: line)
        group = line.group
        parameters = line.parameters
        let ranges = parsed.card.entries[line.entries].map(\.range)
        value = .written(ranges.map { Array(parsed.card.bytes[$0.clamped(to: line.value)]) })
    }

    /// Creates a property with a new value. It keeps the group and the parameters that do not describe the old value.
    init(_ line: ContentLine, in parsed: ParsedCard, value: Value) {
        name = parsed.nameAsWritten(of: line)
        group = line.group
        self.value = value
        let stale: Set = [
            "ENCODING", "CHARSET", "LABEL", "SORT-AS", "X-APPLE-OMIT-YEAR", "MEDIATYPE", "X-SERVICE-TYPE",
            "SERVICE-TYPE",
            "USERNAME", "X-USER",
        ]
        parameters = line.parameters.filter { parameter in
            !stale.contains(parameter.name) && !(parameter.name == "VALUE" && !parameter.value.isWord("TEXT"))
        }
    }
}

extension ParsedCard {
    /// Returns the property name in its original case.
    func nameAsWritten(of line: ContentLine) -> String {
        let entry = card.entries[line.entries.lowerBound].range
        let head = card.bytes[entry].prefix { $0 != .colon && $0 != .semicolon }
        let start = head.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? head.startIndex
        return String(decoding: head[start...].withoutBlanks, as: UTF8.self)
    }
}
