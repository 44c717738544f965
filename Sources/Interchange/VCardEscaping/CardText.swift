/// A reversible conversion between arbitrary bytes and strings.
///
/// NUL and each byte of invalid UTF-8 become the scalar U+F700 plus the byte. The bytes of these scalars and of
/// `photoMark` are escaped in the same way, so that the conversion is one-to-one.
public enum CardText {
    private static let first: UInt32 = 0xF700
    /// A scalar that occurs only in a `DetachedPhotoLine`.
    static let photoMark = "\u{F6FF}"

    public static func text(of bytes: ArraySlice<UInt8>) -> String {
        if !bytes.has({ $0 >= 0x80 || $0 == 0 }) { return String(decoding: bytes, as: UTF8.self) }
        if !needsEscape(bytes), let text = String(validating: bytes, as: UTF8.self) { return text }
        return escaped(Array(bytes))
    }

    public static func text(of bytes: [UInt8]) -> String { text(of: bytes[...]) }

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

    /// Returns whether the bytes at an index encode one of the scalars U+F700…U+F7FF (EF 9C 80 … EF 9F BF).
    private static func isEscape(_ bytes: [UInt8], at index: Int) -> Bool {
        bytes[index] == 0xEF && index + 2 < bytes.count && 0x9C...0x9F ~= bytes[index + 1]
    }

    private static func firstEscape(in bytes: [UInt8], from start: Int) -> Int? {
        bytes[start...].contains(0xEF) ? bytes.indices[start...].first { isEscape(bytes, at: $0) } : nil
    }

    private static func needsEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == 0 || (previous == 0xEF && 0x9B...0x9F ~= byte) { return true }
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

    /// Returns the scalar at an index, or `nil` if its bytes must be escaped.
    private static func scalar(_ bytes: [UInt8], at index: Int) -> Unicode.Scalar? {
        let width =
            switch bytes[index] {
            case 0x01..<0x80: 1
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
