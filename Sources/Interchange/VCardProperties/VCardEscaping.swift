import Text

/// The backslash escapes in property values (RFC 6350 section 3.4). vCard 2.1 has no escape for line ends.
struct VCardEscaping {
    let version: CardVersion

    /// Decodes a value. CR LF and CR become LF. NUL is removed.
    func text(_ bytes: ArraySlice<UInt8>) -> String {
        if !bytes.has({ $0 == .backslash || $0 == .carriageReturn || $0 == 0 }) {
            return String(decoding: bytes, as: UTF8.self)
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            switch byte {
            case .backslash where index < bytes.endIndex:
                guard let escaped = meaning(ofEscape: bytes[index]) else {
                    result.append(byte)
                    continue
                }
                result.append(escaped)
                index += 1
            case .carriageReturn:
                if index == bytes.endIndex || bytes[index] != .lineFeed { result.append(.lineFeed) }
            case 0: continue
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the byte that an escape represents, or `nil` if the backslash is literal.
    private func meaning(ofEscape byte: UInt8) -> UInt8? {
        switch byte {
        case .backslash, .semicolon, .comma, .colon: byte
        case UInt8(ascii: "n") where version != .v21, UInt8(ascii: "N") where version != .v21: .lineFeed
        case .quote where version != .v21: byte
        default: nil
        }
    }

    /// Splits a value at unescaped separators.
    func parts(_ bytes: ArraySlice<UInt8>, separator: UInt8) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var index = start
        while index < bytes.endIndex {
            switch bytes[index] {
            case .backslash: index += 1
            case separator:
                parts.append(bytes[start..<index])
                start = index + 1
            default: break
            }
            index += 1
        }
        parts.append(bytes[start...])
        return parts
    }

    /// Returns the components of a structured value. The values of list components are joined. vCard 2.1 has no lists.
    func components(_ bytes: ArraySlice<UInt8>, separator: (Int) -> String) -> [String] {
        var result: [String] = []
        result.reserveCapacity(8)
        var start = bytes.startIndex
        var isList = false
        for index in bytes.startIndex...bytes.endIndex {
            let isEnd = index == bytes.endIndex
            if !isEnd, bytes[index] == .comma { isList = version != .v21 }
            guard isEnd || bytes[index] == .semicolon, !isEscaped(index, in: bytes) else { continue }
            let part = bytes[start..<index]
            if isList {
                let texts = texts(part).filter { !$0.isEmpty }
                result.append(texts.joined(separator: separator(result.count)))
            } else {
                result.append(part.isEmpty ? "" : text(part))
            }
            start = index + 1
            isList = false
        }
        return result
    }

    private func isEscaped(_ index: Int, in bytes: ArraySlice<UInt8>) -> Bool {
        guard index < bytes.endIndex else { return false }
        var first = index
        while first > bytes.startIndex, bytes[first - 1] == .backslash { first -= 1 }
        return !(index - first).isMultiple(of: 2)
    }

    func texts(_ bytes: ArraySlice<UInt8>, separator: UInt8 = .comma) -> [String] {
        parts(bytes, separator: separator).map(text)
    }

    func list(_ texts: [String]) -> String {
        version == .v21
            ? texts.map { escaped($0, separator: ",") }.joined(separator: ",")
            : texts.map { escaped($0, separator: ";") }.joined(separator: ",")
    }

    func component(_ texts: [String]) -> String {
        version == .v21
            ? escaped(texts.joined(separator: " "), separator: ";")
            : texts.map { escaped($0, separator: ";") }.joined(separator: ",")
    }

    /// Escapes a value. In vCard 2.1, this applies only to the separator and to backslashes that readers would
    /// interpret as escapes.
    func escaped(_ text: String, separator: Unicode.Scalar? = nil) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || [.backslash, .comma, .semicolon].contains($0) }) else {
            return text
        }
        let scalars = text.withoutCarriageReturns.unicodeScalars
        var result = ""
        for index in scalars.indices {
            switch scalars[index] {
            case "\0": continue
            case "\n" where version != .v21: result += "\\n"
            case "\\" where version == .v21:
                let next = scalars[scalars.index(after: index)...].first ?? ";"
                result += ["\\", ";", ":", ","].contains(next) ? "\\\\" : "\\"
            case let scalar:
                let isSpecial = version == .v21 ? scalar == separator : ["\\", ",", ";"].contains(scalar)
                if isSpecial { result += "\\" }
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Escapes a URI. Commas are escaped only in vCard 3.0, where readers split values at commas.
    func address(_ text: String) -> String {
        let escaped = escaped(text)
        if version == .v21 { return escaped }
        let address = escaped.replacing("\\;", with: ";")
        return version == .v30 ? address : address.replacing("\\,", with: ",")
    }

    func rawText(_ text: String) -> String {
        guard version != .v21, text.utf8.contains(where: { $0 == .lineFeed || $0 == .carriageReturn }) else {
            return text
        }
        return text.withoutCarriageReturns.replacing("\n", with: "\\n")
    }
}

extension String {
    /// The text with CR LF and CR replaced with LF.
    var withoutCarriageReturns: String {
        guard utf8.contains(.carriageReturn) else { return self }
        // CR LF is a single Character, so characters would not match a CR before it.
        let text = unicodeScalars.replacing("\r\n".unicodeScalars, with: "\n".unicodeScalars)
        return String(text.replacing("\r".unicodeScalars, with: "\n".unicodeScalars))
    }
}

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

/// A reversible conversion between arbitrary bytes and strings.
///
/// NUL, a line feed within a line, and each byte of invalid UTF-8 become the scalar U+F700 plus the byte. The bytes of
/// these scalars and of `photoMark` are escaped in the same way, so that the conversion is one-to-one.
public enum CardText {
    private static let first: UInt32 = 0xF700
    /// A scalar that occurs only in a `DetachedPhotoLine`.
    static let photoMark = "\u{F6FF}"

    public static func text(of bytes: ArraySlice<UInt8>) -> String {
        if !bytes.has({ $0 >= 0x80 || $0 == 0 || $0 == .lineFeed }) { return String(decoding: bytes, as: UTF8.self) }
        if !needsEscape(bytes), let text = String(validating: bytes, as: UTF8.self) { return text }
        return escaped(Array(bytes))
    }

    public static func text(of bytes: [UInt8]) -> String { text(of: bytes[...]) }

    /// Returns the text of a parameter value, which may have several lines.
    static func parameterText(of bytes: some Collection<UInt8>) -> String {
        bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
            .map { text(of: Array($0)) }.joined(separator: "\n")
    }

    public static func bytes(of text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return bytes
    }

    static func append(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        guard let escape = firstEscape(in: bytes, from: start) else { return }
        var (source, target) = (escape, escape)
        while source < bytes.count {
            if isEscape(bytes, at: source) {
                bytes[target] = (bytes[source + 1] & 0x03) << 6 | bytes[source + 2] & 0x3F
                source += 3
            } else {
                bytes[target] = bytes[source]
                source += 1
            }
            target += 1
        }
        bytes.removeSubrange(target...)
    }

    /// Returns whether the bytes at the given index encode one of the scalars U+F700…U+F7FF (EF 9C 80 … EF 9F BF).
    private static func isEscape(_ bytes: [UInt8], at index: Int) -> Bool {
        bytes[index] == 0xEF && index + 2 < bytes.count && 0x9C...0x9F ~= bytes[index + 1]
    }

    private static func firstEscape(in bytes: [UInt8], from start: Int) -> Int? {
        bytes[start...].contains(0xEF) ? bytes.indices[start...].first { isEscape(bytes, at: $0) } : nil
    }

    private static func needsEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == 0 || byte == .lineFeed || (previous == 0xEF && 0x9B...0x9F ~= byte) { return true }
            previous = byte
        }
        return false
    }

    private static func escaped(_ bytes: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        var index = 0
        while index < bytes.count {
            if let scalar = scalar(bytes, at: index) {
                scalars.append(scalar)
                index += UTF8.width(scalar)
            } else {
                scalars.append(Unicode.Scalar(first + UInt32(bytes[index])) ?? "\u{FFFD}")
                index += 1
            }
        }
        return String(scalars)
    }

    /// Returns the scalar at the given index, or `nil` if its bytes must be escaped.
    private static func scalar(_ bytes: [UInt8], at index: Int) -> Unicode.Scalar? {
        let width =
            switch bytes[index] {
            case 0x01..<0x0A, 0x0B..<0x80: 1
            case 0xC2..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF5: 4
            default: 0
            }
        let isMark = bytes[index...].starts(with: photoMark.utf8)
        guard width > 0, index + width <= bytes.count, !isEscape(bytes, at: index), !isMark,
            let text = String(validating: bytes[index..<index + width], as: UTF8.self)
        else { return nil }
        return text.unicodeScalars.first
    }
}
