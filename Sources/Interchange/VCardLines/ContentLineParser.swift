import Text

/// A single-pass parser for the beginning of a content line: group, name, and parameters.
struct ContentLineParser {
    private let bytes: [UInt8]
    private let end: Int
    private var position: Int
    private let version: CardVersion

    private var name = ""
    private var group = ""
    private var parameters: [CardParameter] = []

    /// Returns the head of a line and the start of its value, or `nil` if the line is not a valid property.
    static func parse(_ bytes: [UInt8], _ entry: Range<Int>, version: CardVersion) -> (head: LineHead, value: Int)? {
        var parser = ContentLineParser(
            bytes: bytes, end: entry.upperBound, position: entry.lowerBound, version: version)
        guard parser.read() else { return nil }
        let head = LineHead(group: parser.group, name: parser.name, parameters: parser.parameters)
        return (head, parser.position + 1)
    }

    private mutating func read() -> Bool {
        let start = position
        var dot: Int?
        while position < end, bytes[position] != .colon, bytes[position] != .semicolon {
            if bytes[position] == UInt8(ascii: ".") { dot = position }
            position += 1
        }
        guard position < end else { return false }
        let nameStart = dot.map { $0 + 1 } ?? start
        let name = bytes[nameStart..<position].withoutBlanks
        guard !name.isEmpty, name.count <= ContentLine.maximumName, name.isASCII else { return false }
        self.name = String(uppercasing: name)
        if let dot { group = String(decoding: bytes[start..<dot], as: UTF8.self) }
        while position < end, bytes[position] == .semicolon {
            position += 1
            guard parameters.count < ContentLine.maximumParameters, readParameter() else {
                return false
            }
        }
        // A list of values ends early at the maximum number of parameters.
        return position < end && bytes[position] == .colon
    }

    private mutating func readParameter() -> Bool {
        if readAndroidLabel() { return true }
        let start = position
        while position < end, bytes[position] != .colon, bytes[position] != .semicolon, bytes[position] != .equals {
            position += 1
        }
        guard position < end else { return false }
        let word = bytes[start..<position].withoutBlanks
        guard bytes[position] == .equals else {
            if !word.isEmpty { parameters.append(Self.bareParameter(word)) }
            return true
        }
        guard word.count <= ContentLine.maximumName else { return false }
        let name = String(uppercasing: word)
        repeat {
            position += 1
            parameters.append(CardParameter(name, name == "LABEL" ? readLabel() : readValue()))
        } while position < end && bytes[position] == .comma && parameters.count < ContentLine.maximumParameters
        return true
    }

    private mutating func readAndroidLabel() -> Bool {
        let beginning = CardParameter.androidLabel.utf8
        guard bytes[position..<end].starts(with: beginning) else { return false }
        let start = position + beginning.count
        let stop = bytes[start..<end].firstIndex { $0 == .semicolon || $0 == .colon } ?? end
        guard let closing = bytes[start..<stop].last, closing == UInt8(ascii: ")") else { return false }
        let label = QuotedPrintable.decoded(bytes[start..<stop - 1])
        parameters.append(CardParameter(CardParameter.androidLabel, CardText.text(of: label)))
        position = stop
        return true
    }

    /// Parses a parameter value up to the next `,`, `;`, or `:`, or up to its closing quote.
    private mutating func readValue() -> String {
        if position < end, bytes[position] == .quote,
            let closing = bytes[(position + 1)..<end].firstIndex(of: .quote)
        {
            let content = bytes[position + 1..<closing]
            position = closing + 1
            while position < end, ![.comma, .semicolon, .colon].contains(bytes[position]) { position += 1 }
            return text(content)
        }
        let start = position
        while position < end, bytes[position] != .comma, bytes[position] != .semicolon, bytes[position] != .colon {
            position += 1
        }
        return text(bytes[start..<position].withoutBlanks)
    }

    /// Parses the label of a postal address. A line end is written as `\n` (RFC 6350 section 6.3.1) or `^n` (RFC 6868).
    private mutating func readLabel() -> String {
        readValue().replacing("\\n", with: "\n").replacing("\\N", with: "\n")
    }

    private func text(_ content: ArraySlice<UInt8>) -> String {
        guard version != .v21, content.contains(UInt8(ascii: "^")) else { return CardText.text(of: content) }
        return CardText.text(of: CaretEscapes.undone(content))
    }

    private static func bareParameter(_ word: ArraySlice<UInt8>) -> CardParameter {
        let text = CardText.text(of: word)
        let isEncoding = ["QUOTED-PRINTABLE", "BASE64", "B", "8BIT", "7BIT"].contains(String(uppercasing: word))
        return CardParameter(isEncoding ? "ENCODING" : "TYPE", text)
    }
}
