import Text

/// The lines between which a card stands; none is folded.
enum CardDelimiter {
    case begin, end

    /// The colon stands among so many bytes, and a longer line begins no card.
    static let maximumLength = 256

    init?(name: String, value: ArraySlice<UInt8>) {
        guard value.withoutBlanks.isASCII("VCARD") else { return nil }
        switch name {
        case "BEGIN": self = .begin
        case "END": self = .end
        default: return nil
        }
    }

    /// Whether it begins a card, or ends one or something else.
    static func isMark(_ line: ArraySlice<UInt8>) -> Bool {
        isBegin(line) || isEnd(line) || otherEnd(line) != nil
    }

    static func isBegin(_ line: ArraySlice<UInt8>) -> Bool {
        line.begins("B", "E") && line.count <= maximumLength && isDelimiter(line, "BEGIN")
    }

    static func isEnd(_ line: ArraySlice<UInt8>) -> Bool {
        line.begins("E", "N") && isDelimiter(line, "END")
    }

    /// The word behind `END:` where that is not VCARD.
    static func otherEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.begins("E", "N"), let word = word(behind: "END", in: line) else { return nil }
        return word.isASCII("VCARD") ? nil : word
    }

    /// An AGENT line whose card follows.
    static func isEmptyAgent(_ line: ArraySlice<UInt8>) -> Bool { agentValue(line)?.isEmpty == true }

    /// An AGENT line in which its card begins.
    static func isAgentWithBegin(_ line: ArraySlice<UInt8>) -> Bool {
        agentValue(line)?.isASCII("BEGIN:VCARD") == true
    }

    private static func agentValue(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.begins("A", "G"), line.beginsASCII("AGENT"),
            let colon = line.firstIndex(of: .colon)
        else { return nil }
        return line[(colon + 1)...].withoutBlanks
    }

    private static func isDelimiter(_ line: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
        word(behind: name, in: line)?.isASCII("VCARD") == true
    }

    private static func word(behind name: StaticString, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let colon = line.prefix(maximumLength).firstIndex(of: .colon),
            line[..<colon].withoutBlanks.isASCII(name)
        else { return nil }
        return line[(colon + 1)...].withoutBlanks
    }
}

extension ArraySlice<UInt8> {
    /// Whether these are its first two letters, in any case.
    fileprivate func begins(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        count > 2 && self[startIndex].uppercased == UInt8(ascii: first)
            && self[startIndex + 1].uppercased == UInt8(ascii: second)
    }
}
