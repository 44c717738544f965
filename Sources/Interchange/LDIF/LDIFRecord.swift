import Localization
import Text

/// A record of an LDIF file: a distinguished name with attributes.
struct LDIFRecord {
    struct Line {
        var bytes: [UInt8]
        let number: Int
    }

    struct Attribute {
        /// The name in lowercase, without options such as `;lang-de`.
        let name: String
        let value: [UInt8]
        let line: Int
        /// Whether the value is the URL of a file with the actual value.
        let isReference: Bool

        var text: String { LDIFRecord.text(of: value) }
    }

    /// The distinguished name, or an empty string.
    private(set) var name = ""
    private(set) var attributes: [Attribute] = []

    /// Creates a record from its lines.
    ///
    /// - Throws: A problem if a line is not an attribute, or if the record is a change of another kind than `add`.
    init(_ lines: [Line]) throws(LDIFProblem) {
        for line in Self.unfolded(lines) {
            let attribute = try Self.attribute(line)
            switch attribute.name {
            case "dn": name = attribute.text
            case "version" where name.isEmpty: break
            case "changetype":
                guard attribute.text.isWord("add") else {
                    let kind = attribute.text
                    throw LDIFProblem(line: line.number, sentence: "Cannot import a change record (“\(kind)”).")
                }
            default: attributes.append(attribute)
            }
        }
    }

    /// Whether the record is empty or is the summary at the end of the output of `ldapsearch`.
    var isEmpty: Bool { attributes.isEmpty && name.isEmpty || name.isEmpty && attributes[0].name == "search" }

    /// Returns the logical lines without comments. A line that begins with a space continues the previous line.
    private static func unfolded(_ lines: [Line]) -> [Line] {
        var unfolded: [Line] = []
        for line in lines {
            if line.bytes.first == 0x20, !unfolded.isEmpty {
                unfolded[unfolded.count - 1].bytes += line.bytes.dropFirst()
            } else {
                unfolded.append(line)
            }
        }
        return unfolded.filter { $0.bytes.first != UInt8(ascii: "#") }
    }

    private static func attribute(_ line: Line) throws(LDIFProblem) -> Attribute {
        guard let colon = line.bytes.firstIndex(of: .colon), colon > 0 else {
            throw LDIFProblem(line: line.number, sentence: "Expected an attribute such as “cn: Leia Organa”.")
        }
        let head = String(decoding: line.bytes[..<colon].prefix { $0 != .semicolon }, as: UTF8.self)
        let rest = line.bytes[(colon + 1)...]
        let mark = rest.first
        let isMarked = mark == .colon || mark == UInt8(ascii: "<")
        let raw = (isMarked ? rest.dropFirst() : rest).drop { $0 == 0x20 }
        var value = Array(raw)
        if mark == .colon {
            guard let decoded = Base64.decoded(raw) else {
                throw LDIFProblem(line: line.number, sentence: "Invalid base64 in “\(head)”.")
            }
            value = decoded
        }
        return Attribute(
            name: head.lowercased(), value: value, line: line.number, isReference: mark == UInt8(ascii: "<"))
    }

    private static func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(decoding: Charset.guess(bytes[...]).decoded(bytes[...]) ?? bytes, as: UTF8.self)
    }
}
