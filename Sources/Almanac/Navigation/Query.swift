/// What somebody searched for, how much of it they want, and how far into it they are.
public struct Query: Hashable, Codable, Sendable {
    public var text: String
    public var offset: Int
    /// How many rows are wanted at most; nil for as many as there are, a page at a time.
    public var limit: Int?

    public init(_ text: String, offset: Int = 0, limit: Int? = nil) {
        self.text = text
        self.offset = offset
        self.limit = limit
    }

    /// `found?leia%20organa`; with `&after=50` behind it from the 51st match on.
    public var name: String {
        if text.isEmpty { return "found" }
        return "found?" + Query.escape(text) + (limit.map { "&limit=\($0)" } ?? "")
            + (offset > 0 ? "&after=\(offset)" : "")
    }

    init?(root name: String) {
        let words = name.dropFirst("found?".count).split(separator: "&")
        self.init(words.first.map(Query.unescape) ?? "")
        for word in words.dropFirst() {
            let value = word.split(separator: "=").last.flatMap { Int($0) } ?? 0
            guard value > 0 else { return nil }
            if word.hasPrefix("limit=") {
                limit = value
            } else if word.hasPrefix("after=") {
                offset = value
            } else {
                return nil
            }
        }
    }

    /// So many matches further on, but not before the first.
    func turned(by matches: Int) -> Query {
        var turned = self
        turned.offset = max(0, offset + matches)
        return turned
    }

    /// Percent-encoding (RFC 3986 section 2.1) of all but unreserved characters.
    static func escape(_ text: String) -> String {
        text.utf8.reduce(into: "") { escaped, byte in
            let scalar = UnicodeScalar(byte)
            if scalar.isASCII,
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-._~".unicodeScalars.contains(scalar)
            {
                escaped.unicodeScalars.append(scalar)
            } else {
                let hex = String(byte, radix: 16, uppercase: true)
                escaped += hex.count < 2 ? "%0" + hex : "%" + hex
            }
        }
    }

    static func unescape(_ text: Substring) -> String {
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
