/// A streaming writer of JSON (RFC 8259). Keys are written in the given order.
public struct JSONWriter: Sendable {
    public enum Layout: Sendable {
        case compact
        /// A layout with each element of the outermost array or object on its own line.
        case linePerElement
    }

    /// The bytes written since the last call to `drain`.
    public private(set) var bytes: [UInt8] = []

    private let layout: Layout
    private var depth = 0
    private var isFirst = true
    private var followsKey = false

    public init(layout: Layout = .compact) {
        self.layout = layout
    }

    /// Removes and returns the bytes written so far.
    public mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Ends the line. The next value starts a new JSON document (newline-delimited JSON).
    public mutating func endLine() {
        append("\n")
        isFirst = true
    }

    public mutating func beginArray() { begin("[") }
    public mutating func endArray() { end("]") }
    public mutating func beginObject() { begin("{") }
    public mutating func endObject() { end("}") }

    public mutating func key(_ key: String) {
        separate()
        appendQuoted(key)
        append(":")
        followsKey = true
    }

    public mutating func member(_ key: String, _ value: JSONValue) {
        self.key(key)
        self.value(value)
    }

    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: literal("null")
        case .bool(let bool): literal(bool ? "true" : "false")
        case .integer(let integer): literal(String(integer))
        case .number(let double): literal(Self.text(of: double))
        case .string(let text):
            separate()
            appendQuoted(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for each in members { member(each.key, each.value) }
            endObject()
        }
    }

    /// Returns the shortest text that is read back as the same number, or `null` if JSON cannot represent the number.
    public static func text(of double: Double) -> String {
        guard double.isFinite else { return "null" }
        let text = double.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private mutating func begin(_ bracket: String) {
        separate()
        append(bracket)
        depth += 1
        isFirst = true
    }

    private mutating func end(_ bracket: String) {
        depth -= 1
        if depth == 0, layout == .linePerElement, !isFirst { append("\n") }
        append(bracket)
        isFirst = false
    }

    private mutating func literal(_ text: String) {
        separate()
        append(text)
    }

    private mutating func separate() {
        if followsKey {
            followsKey = false
            return
        }
        if !isFirst { append(",") }
        if depth == 1, layout == .linePerElement { append("\n") }
        isFirst = false
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func appendQuoted(_ text: String) {
        bytes.append(.quote)
        defer { bytes.append(.quote) }
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != .quote && $0 != .backslash }) {
            return append(text)
        }
        text.forEachScalar { scalar, isHostile in
            switch scalar {
            case "\"", "\\": append("\\\(scalar)")
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\t": append("\\t")
            case _ where isHostile: append(Self.escape(scalar))
            default: append(String(scalar))
            }
        }
    }

    /// Escapes a hostile character, such as a control character, as UTF-16 code units.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        scalar.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
