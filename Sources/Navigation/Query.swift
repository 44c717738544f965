import Model

/// A search, including its limit and the current page.
public struct Query: Hashable, Codable, Sendable, PagedState {
    public var text: String
    public var start: PageCursor<RecordID>
    /// The maximum number of rows, or `nil` for all rows on as many pages as necessary.
    public var limit: Int?

    public init(_ text: String, at start: PageCursor<RecordID> = .beginning, limit: Int? = nil) {
        self.text = text
        self.start = start
        self.limit = limit
    }

    /// The search in the form used within paths, such as `found?leia%20organa&after=person-7`.
    public var name: String {
        if text.isEmpty { return "found" }
        return "found?" + Query.escape(text) + (limit.map { "&limit=\($0)" } ?? "")
            + (start.word(\.word).map { "&" + $0 } ?? "")
    }

    init?(root name: String) {
        let words = name.dropFirst("found?".count).split(separator: "&")
        self.init(words.first.map(Query.unescape) ?? "")
        for word in words.dropFirst() {
            if word.hasPrefix("limit="), let number = Int(counting: word.dropFirst(6)) {
                limit = number
            } else if let page = PageCursor(word: word, read: { RecordID(word: $0) }) {
                start = page
            } else {
                return nil
            }
        }
    }

    /// Percent-encodes all but unreserved characters (RFC 3986 section 2.1).
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

extension Int {
    /// Creates an integer from text that contains a whole number from 1 to ``largestCount``. Returns `nil` for other
    /// text.
    init?(counting text: some StringProtocol) {
        guard let number = Int(text), 1...Int.largestCount ~= number else { return nil }
        self = number
    }

    static let largestCount = 1_000_000_000
}
