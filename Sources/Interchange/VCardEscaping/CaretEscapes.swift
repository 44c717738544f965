import Text

/// The caret escapes in parameter values (RFC 6868).
enum CaretEscapes {
    /// Decodes `^n` as a line end, `^'` as a quote, and `^^` as a caret.
    static func undone(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var isEscape = false
        for byte in bytes {
            switch (isEscape, byte) {
            case (false, UInt8(ascii: "^")): isEscape = true
            case (false, _): result.append(byte)
            case (true, UInt8(ascii: "n")): (isEscape, _) = (false, result.append(.lineFeed))
            case (true, UInt8(ascii: "'")): (isEscape, _) = (false, result.append(.quote))
            case (true, UInt8(ascii: "^")): (isEscape, _) = (false, result.append(byte))
            case (true, _): (isEscape, _) = (false, result.append(contentsOf: [UInt8(ascii: "^"), byte]))
            }
        }
        if isEscape { result.append(UInt8(ascii: "^")) }
        return result
    }

    /// Escapes a parameter value and adds quotes if necessary.
    static func parameter(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "^": result += "^^"
            case "\"": result += "^'"
            case "\n": result += "^n"
            case _ where scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F: continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        let hasOuterBlanks = [result.utf8.first, result.utf8.last].contains { $0?.isBlank == true }
        let needsQuotes = hasOuterBlanks || result.utf8.contains { [.colon, .semicolon, .comma].contains($0) }
        return needsQuotes ? "\"\(result)\"" : result
    }
}
