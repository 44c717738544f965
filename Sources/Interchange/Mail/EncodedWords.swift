/// Encoded words in the headers of email messages (RFC 2047), such as `=?UTF-8?Q?Padm=C3=A9?=`.
enum EncodedWords {
    /// Decodes the encoded words in a header. Invalid encoded words remain unchanged.
    static func decoded(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        var pending: Word?
        while let start = rest.firstRange(of: "=?") {
            let before = rest[..<start.lowerBound]
            guard let (word, end) = Word.read(rest[start.lowerBound...]) else {
                result += flush(&pending) + rest[..<start.upperBound]
                rest = rest[start.upperBound...]
                continue
            }
            // Whitespace between encoded words is ignored (RFC 2047), and a character may be split between them.
            if let last = pending, before.allSatisfy(\.isWhitespace), last.charset == word.charset {
                pending = Word(charset: last.charset, bytes: last.bytes + word.bytes, source: last.source + word.source)
            } else {
                let isBetween = pending != nil && before.allSatisfy(\.isWhitespace)
                result += flush(&pending) + (isBetween ? "" : before)
                pending = word
            }
            rest = rest[end...]
        }
        return result + flush(&pending) + rest
    }

    static func end(ofWordBeginning text: Substring) -> Substring.Index? { Word.read(text)?.end }

    private static func flush(_ word: inout Word?) -> String {
        defer { word = nil }
        return word?.text ?? ""
    }

    private struct Word {
        let charset: String
        let bytes: [UInt8]
        let source: String

        var text: String {
            Charset(parameter: charset).decoded(bytes[...]).map { String(decoding: $0, as: UTF8.self) } ?? source
        }

        /// Parses the encoded word at the start of the text.
        static func read(_ text: Substring) -> (Word, end: Substring.Index)? {
            let parts = text.dropFirst(2).split(separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, let close = parts[3].firstIndex(of: "="), close == parts[3].startIndex,
                let charset = parts[0].split(separator: "*").first, !parts[2].contains(where: \.isWhitespace),
                let bytes = bytes(of: parts[2], encoding: parts[1])
            else { return nil }
            let end = parts[3].index(after: close)
            return (Word(charset: charset.uppercased(), bytes: bytes, source: String(text[..<end])), end)
        }

        private static func bytes(of text: Substring, encoding: Substring) -> [UInt8]? {
            let encoded = Array(text.utf8)
            switch encoding.uppercased() {
            case "B": return Base64.decoded(encoded[...])
            case "Q": return QuotedPrintable.decoded(encoded.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }[...])
            default: return nil
            }
        }
    }
}
