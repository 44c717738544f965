/// What SQLite sees of a script: words, quoted texts and signs, without the white space and comments between them.
struct SQLTokens: Hashable {
    /// The tokens, each followed by a NUL, which no script holds.
    let bytes: [UInt8]

    init(_ sql: String) {
        var bytes: [UInt8] = []
        var sql = sql
        sql.withUTF8 { script in
            bytes.reserveCapacity(script.count)
            var scanner = Scanner(script: script)
            while let token = scanner.next() {
                bytes += UnsafeBufferPointer(rebasing: script[token])
                bytes.append(0)
            }
        }
        self.bytes = bytes
    }

    /// Walks over bytes in their place.
    private struct Scanner {
        let script: UnsafeBufferPointer<UInt8>
        private var place = 0

        init(script: UnsafeBufferPointer<UInt8>) { self.script = script }

        mutating func next() -> Range<Int>? {
            skipBlanks()
            guard place < script.count else { return nil }
            let start = place
            switch script[start] {
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): skip(behind: script[start])
            case UInt8(ascii: "["): skip(behind: UInt8(ascii: "]"))
            case let byte where Self.isWord(byte): while place < script.count, Self.isWord(script[place]) { place += 1 }
            default: place += 1
            }
            return start..<place
        }

        /// A doubled quote inside reads as two texts side by side, as good as one for telling scripts apart.
        private mutating func skip(behind end: UInt8) {
            place += 1
            while place < script.count, script[place] != end { place += 1 }
            place = min(place + 1, script.count)
        }

        private mutating func skipBlanks() {
            while place < script.count {
                if Self.isBlank(script[place]) {
                    place += 1
                } else if stands("-", "-") {
                    while place < script.count, script[place] != 0x0A { place += 1 }
                } else if stands("/", "*") {
                    place += 2
                    while place < script.count, !stands("*", "/") { place += 1 }
                    place = min(place + 2, script.count)
                } else {
                    return
                }
            }
        }

        private func stands(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
            place + 1 < script.count && script[place] == UInt8(ascii: first)
                && script[place + 1] == UInt8(ascii: second)
        }

        private static func isBlank(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0C, 0x0D: true
            default: false
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
