/// How a line stands in the history file: in one row whatever is in it, so that a line end becomes `\n` and a backslash two.
enum HistoryLineCodec {
    static let end = UInt8(ascii: "\n")
    private static let escape = UInt8(ascii: "\\")

    static func bytes(of line: String) -> [UInt8] {
        guard line.utf8.contains(where: { $0 == escape || $0 < 0x20 || $0 >= 0x80 }) else { return Array(line.utf8) }
        var written: [UInt8] = []
        for character in line {
            if character.isNewline {
                written += [escape, UInt8(ascii: "n")]
            } else {
                for byte in character.utf8 { written += byte == escape ? [escape, escape] : [byte] }
            }
        }
        return written
    }

    static func text(of written: some Collection<UInt8>) -> String {
        guard written.contains(escape) else { return String(decoding: written, as: UTF8.self) }
        var line: [UInt8] = []
        var isEscaped = false
        for byte in written {
            if isEscaped {
                line.append(byte == UInt8(ascii: "n") ? end : byte)
                isEscaped = false
            } else if byte == escape {
                isEscaped = true
            } else {
                line.append(byte)
            }
        }
        return String(decoding: line, as: UTF8.self)
    }

    static func isText(_ written: UnsafeBufferPointer<UInt8>) -> Bool {
        written.allSatisfy { $0 < 0x80 } || String(validating: written, as: UTF8.self) != nil
    }

    /// Whether the bytes are those of the line itself, all of them ASCII.
    static func isPlain(_ written: UnsafeBufferPointer<UInt8>) -> Bool {
        written.allSatisfy { $0 < 0x80 && $0 != escape }
    }
}
