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
