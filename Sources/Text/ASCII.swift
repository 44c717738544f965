/// Bytes and byte classes used by the parsers.
extension UInt8 {
    @inlinable public static var lineFeed: UInt8 { 0x0A }
    @inlinable public static var carriageReturn: UInt8 { 0x0D }
    @inlinable public static var quote: UInt8 { 0x22 }
    @inlinable public static var backslash: UInt8 { 0x5C }
    @inlinable public static var colon: UInt8 { 0x3A }
    @inlinable public static var semicolon: UInt8 { 0x3B }
    @inlinable public static var comma: UInt8 { 0x2C }
    @inlinable public static var equals: UInt8 { 0x3D }

    @inlinable public var isASCIIDigit: Bool { 0x30...0x39 ~= self }
    @inlinable public var isASCIILetter: Bool { 0x41...0x5A ~= self & 0xDF }
    @inlinable public var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

    /// The value of a hexadecimal digit, or `nil` for other bytes.
    public var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}

extension UInt8 {
    @inlinable public var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// The byte, converted to uppercase if it is a lowercase ASCII letter.
    @inlinable public var uppercased: UInt8 { 0x61...0x7A ~= self ? self & 0xDF : self }
}

extension ArraySlice<UInt8> {
    /// Returns whether the bytes equal an ASCII word, ignoring case.
    @inlinable public func isASCII(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in zip(self, letters).allSatisfy { $0.uppercased == $1.uppercased } }
    }

    @inlinable public func beginsASCII(_ word: StaticString) -> Bool { prefix(word.utf8CodeUnitCount).isASCII(word) }

    /// Returns whether the bytes contain an ASCII word, ignoring case.
    @inlinable public func containsASCII(_ word: StaticString) -> Bool {
        let first = word.withUTF8Buffer { $0.first?.uppercased }
        return indices.contains { self[$0].uppercased == first && self[$0...].beginsASCII(word) }
    }

    @inlinable public var withoutBlanks: ArraySlice<UInt8> {
        guard let start = firstIndex(where: { !$0.isBlank }), let end = lastIndex(where: { !$0.isBlank })
        else { return self[startIndex..<startIndex] }
        return self[start...end]
    }

    @inlinable public var isASCII: Bool { !has { $0 >= 0x80 } }

    /// Returns whether any byte satisfies the test.
    @inlinable @inline(__always)
    public func has(_ test: (UInt8) -> Bool) -> Bool {
        // Tests all bytes, without an early exit, so that the compiler can vectorize the loop.
        withUnsafeBufferPointer { bytes in
            var found = false
            for byte in bytes { found = test(byte) || found }
            return found
        }
    }
}

extension String {
    /// Creates a string from bytes, with ASCII letters in uppercase.
    @inlinable public init(uppercasing bytes: ArraySlice<UInt8>) {
        self.init(unsafeUninitializedCapacity: bytes.count) { buffer in
            bytes.withUnsafeBufferPointer { bytes in
                for index in bytes.indices { buffer[index] = bytes[index].uppercased }
                return bytes.count
            }
        }
    }

    /// Creates a copy of a string with ASCII letters in lowercase, without surrounding whitespace.
    @inlinable public init(lowercasing text: String) {
        self =
            String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
                var count = 0
                for byte in text.utf8 {
                    buffer[count] = 0x41...0x5A ~= byte ? byte | 0x20 : byte
                    count += 1
                }
                return count
            }.withoutBlanks
    }

    @inlinable public var nonEmpty: String? { isEmpty ? nil : self }

    /// The text without surrounding spaces, tabs, and line feeds.
    @inlinable public var withoutBlanks: String {
        func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || byte == .lineFeed }
        guard let first = utf8.first, let last = utf8.last, isSpace(first) || isSpace(last) else { return self }
        guard let start = utf8.firstIndex(where: { !isSpace($0) }), let end = utf8.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(self[start...end])
    }
}
