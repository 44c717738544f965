import Text

/// ASCII text as bytes, in any case.
extension UInt8 {
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// An ASCII letter in upper case, anything else as it is.
    var uppercased: UInt8 { 0x61...0x7A ~= self ? self & 0xDF : self }

    /// The value of a hexadecimal digit.
    var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether it is this ASCII text in upper, lower or mixed case.
    func isASCII(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in zip(self, letters).allSatisfy { $0.uppercased == $1.uppercased } }
    }

    func beginsASCII(_ word: StaticString) -> Bool { prefix(word.utf8CodeUnitCount).isASCII(word) }

    /// Whether this ASCII text stands in it, in any case.
    func containsASCII(_ word: StaticString) -> Bool {
        let first = word.withUTF8Buffer { $0.first?.uppercased }
        return indices.contains { self[$0].uppercased == first && self[$0...].beginsASCII(word) }
    }

    /// Without blanks at either end.
    var withoutBlanks: ArraySlice<UInt8> {
        guard let start = firstIndex(where: { !$0.isBlank }), let end = lastIndex(where: { !$0.isBlank })
        else { return self[startIndex..<startIndex] }
        return self[start...end]
    }

    var isASCII: Bool { !has { $0 >= 0x80 } }

    /// Whether there is such a byte; every one is looked at, several at a time.
    @inline(__always)
    func has(_ test: (UInt8) -> Bool) -> Bool {
        withUnsafeBufferPointer { bytes in
            var found = false
            for byte in bytes { found = test(byte) || found }
            return found
        }
    }
}

extension String {
    /// ASCII letters in upper case, anything else as it is: names in cards have no language.
    init(uppercasing bytes: ArraySlice<UInt8>) {
        self.init(unsafeUninitializedCapacity: bytes.count) { buffer in
            bytes.withUnsafeBufferPointer { bytes in
                for index in bytes.indices { buffer[index] = bytes[index].uppercased }
                return bytes.count
            }
        }
    }

    /// ASCII letters in lower case, without blanks at either end.
    init(lowercasing text: String) {
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

    /// Without blanks and line ends at either end.
    var withoutBlanks: String {
        func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || byte == .lineFeed }
        guard let first = utf8.first, let last = utf8.last, isSpace(first) || isSpace(last) else { return self }
        guard let start = utf8.firstIndex(where: { !isSpace($0) }), let end = utf8.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(self[start...end])
    }
}
