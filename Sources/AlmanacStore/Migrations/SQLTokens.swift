/// What SQLite sees of a script: words, quoted texts and signs, without the white space and comments between them.
struct SQLTokens: Hashable {
    /// The tokens, each followed by a NUL, which no script holds.
    let bytes: [UInt8]

    init(_ sql: String) {
        var scanner = Scanner(rest: Array(sql.utf8)[...])
        var bytes: [UInt8] = []
        while let token = scanner.next() {
            bytes += token
            bytes.append(0)
        }
        self.bytes = bytes
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func next() -> ArraySlice<UInt8>? {
            skipBlanks()
            guard let first = rest.first else { return nil }
            switch first {
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(until: first)
            case UInt8(ascii: "["): return quoted(until: UInt8(ascii: "]"))
            case _ where Self.isWord(first): return take(rest.prefix(while: Self.isWord).count)
            default: return take(1)
            }
        }

        private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        /// A doubled quote inside reads as two texts side by side, as good as one for telling scripts apart.
        private mutating func quoted(until end: UInt8) -> ArraySlice<UInt8> {
            guard let close = rest.dropFirst().firstIndex(of: end) else { return take(rest.count) }
            return take(close - rest.startIndex + 1)
        }

        private mutating func skipBlanks() {
            while let first = rest.first {
                if [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(first) {
                    rest = rest.dropFirst()
                } else if rest.starts(with: "--".utf8) {
                    rest = rest.drop { $0 != 0x0A }
                } else if rest.starts(with: "/*".utf8) {
                    rest = rest.dropFirst(2)
                    while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest = rest.dropFirst() }
                    rest = rest.dropFirst(2)
                } else {
                    return
                }
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
}
