/// What somebody searched for, and how far into the results they are.
public struct Query: Hashable, Codable, Sendable {
    public var text: String
    public var offset: Int

    public init(_ text: String, offset: Int = 0) {
        self.text = text
        self.offset = offset
    }

    /// `found?leia%20organa`; with `@50` behind it from the 51st match on.
    public var name: String {
        if text.isEmpty { return "found" }
        return "found?" + Query.escape(text) + (offset > 0 ? "@\(offset)" : "")
    }

    init(root name: String) {
        let words = name.dropFirst("found?".count).split(separator: "@", maxSplits: 1)
        self.init(words.first.map(Query.unescape) ?? "", offset: words.count > 1 ? max(0, Int(words[1]) ?? 0) : 0)
    }

    /// Percent-encoding (RFC 3986 section 2.1) of all but unreserved characters.
    private static func escape(_ text: String) -> String {
        text.utf8.reduce(into: "") { escaped, byte in
            let scalar = UnicodeScalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-._~".unicodeScalars.contains(scalar) {
                escaped.unicodeScalars.append(scalar)
            } else {
                let hex = String(byte, radix: 16, uppercase: true)
                escaped += hex.count < 2 ? "%0" + hex : "%" + hex
            }
        }
    }

    private static func unescape(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
