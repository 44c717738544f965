/// The tokens of an SQL script, without whitespace or comments. Two definitions in a schema are equivalent if their
/// tokens are equal.
package struct SQLTokens: Hashable {
    /// The tokens, each followed by a NUL, which no script contains.
    package let bytes: [UInt8]

    package init(_ sql: String) {
        let script = Array(sql.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(script.count)
        var start = 0
        while start < script.count {
            let rest = script[start...]
            let (end, isToken) = Self.end(of: rest)
            if isToken { bytes += rest[..<end] + [0] }
            start = end
        }
        self.bytes = bytes
    }

    /// Returns whether two scripts have the same tokens. Scripts with the same text, the usual case, are not split into
    /// tokens.
    package static func areEqual(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8) || SQLTokens(left) == SQLTokens(right)
    }

    /// Returns the end of the first token, or of the whitespace or comment before it.
    private static func end(of script: ArraySlice<UInt8>) -> (end: Int, isToken: Bool) {
        func end(after mark: UInt8) -> Int { script.dropFirst().firstIndex(of: mark).map { $0 + 1 } ?? script.endIndex }
        let next = script.startIndex + 1
        switch script[script.startIndex] {
        case 0x20, 0x09, 0x0A, 0x0C, 0x0D: return (next, false)
        case UInt8(ascii: "-") where script.dropFirst().first == UInt8(ascii: "-"):
            return (script.firstIndex(of: 0x0A) ?? script.endIndex, false)
        case UInt8(ascii: "/") where script.dropFirst().first == UInt8(ascii: "*"):
            return (script.dropFirst(2).firstRange(of: "*/".utf8)?.upperBound ?? script.endIndex, false)
        // A string that contains a doubled quote is split into two tokens, which does not affect comparisons.
        case let quote where "'\"`".utf8.contains(quote): return (end(after: quote), true)
        case UInt8(ascii: "["): return (end(after: UInt8(ascii: "]")), true)
        case let byte where isWord(byte): return (script.firstIndex { !isWord($0) } ?? script.endIndex, true)
        default: return (next, true)
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}
