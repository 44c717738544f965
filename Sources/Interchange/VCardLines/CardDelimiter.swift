import Text

/// The `BEGIN:VCARD` and `END:VCARD` delimiter lines. They are never folded.
enum CardDelimiter {
    /// The maximum number of bytes before the colon, and the maximum length of a BEGIN line.
    static let maximumLength = 256

    /// Returns whether a line is `BEGIN:VCARD` or an END line of any type.
    static func isMark(_ line: ArraySlice<UInt8>) -> Bool {
        isBegin(line) || isEnd(line) || otherEnd(line) != nil
    }

    static func isBegin(_ line: ArraySlice<UInt8>) -> Bool {
        line.begins("B", "E") && line.count <= maximumLength && isDelimiter(line, "BEGIN")
    }

    static func isEnd(_ line: ArraySlice<UInt8>) -> Bool {
        line.begins("E", "N") && isDelimiter(line, "END")
    }

    /// Returns the type in an END line, or `nil` if the type is VCARD or the line is not an END line.
    static func otherEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.begins("E", "N"), let word = word(after: "END", in: line) else { return nil }
        return word.isASCII("VCARD") ? nil : word
    }

    /// Returns whether a line is an AGENT line with an empty value. A nested card may follow it.
    static func isEmptyAgent(_ line: ArraySlice<UInt8>) -> Bool { agentValue(line)?.isEmpty == true }

    /// Returns whether a line is an AGENT line with the BEGIN of a nested card as its value.
    static func isAgentWithBegin(_ line: ArraySlice<UInt8>) -> Bool {
        agentValue(line)?.isASCII("BEGIN:VCARD") == true
    }

    private static func agentValue(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.begins("A", "G"), line.beginsASCII("AGENT"), let end = line.dropFirst(5).first,
            end == .colon || end == .semicolon, let colon = line.firstIndex(of: .colon)
        else { return nil }
        return line[(colon + 1)...].withoutBlanks
    }

    private static func isDelimiter(_ line: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
        word(after: name, in: line)?.isASCII("VCARD") == true
    }

    private static func word(after name: StaticString, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let colon = line.prefix(maximumLength).firstIndex(of: .colon),
            line[..<colon].withoutBlanks.isASCII(name)
        else { return nil }
        return line[(colon + 1)...].withoutBlanks
    }
}

extension ArraySlice<UInt8> {
    fileprivate func begins(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        count > 2 && self[startIndex].uppercased == UInt8(ascii: first)
            && self[startIndex + 1].uppercased == UInt8(ascii: second)
    }
}
