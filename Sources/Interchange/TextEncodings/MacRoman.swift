import Text

/// Recognition of text in the former encoding of the Mac. Its bytes for letters such as é and ü are symbols and capital
/// letters in Windows-1252.
enum MacRoman {
    /// Returns whether the bytes are in Mac Roman, or `nil` if there is no evidence for Mac Roman or Windows-1252.
    ///
    /// Words in Mac Roman contain bytes that are not plausible inside a word in Windows-1252, and no bytes that are letters
    /// in it.
    static func isEvident(in bytes: ArraySlice<UInt8>) -> Bool? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var isEvident = false
        for index in bytes.indices where bytes[index] >= 0x80 {
            let byte = bytes[index]
            let before = index > bytes.startIndex ? bytes[index - 1] : 0x20
            let after = index + 1 < bytes.endIndex ? bytes[index + 1] : 0x20
            guard before.isASCIILetter || after.isASCIILetter else { continue }
            // 0xD5 is an apostrophe.
            if byte >= 0xC0, byte != 0xD5 { return false }
            let isInMixedCase = 0x61...0x7A ~= before || before.isASCIILetter && 0x61...0x7A ~= after
            let isCapital = capitals.contains(byte) && isInMixedCase
            // Symbols such as quotation marks and bullets stand beside words, but not inside them.
            let isSymbol = symbols.contains(byte) && before.isASCIILetter && after.isASCIILetter
            isEvident = isEvident || isCapital || isSymbol || unused.contains(byte)
        }
        return isEvident ? true : nil
    }

    /// The bytes of Š, Œ, Ž, and Ÿ, which are ä, å, é, and ü in Mac Roman.
    private static let capitals: Set<UInt8> = [0x8A, 0x8C, 0x8E, 0x9F]
    /// The bytes of symbols, which are letters in Mac Roman.
    private static let symbols: Set<UInt8> = [0x82, 0x83, 0x84, 0x86, 0x87, 0x88, 0x89, 0x95, 0x98, 0x9B, 0xA7]
    /// The bytes that Windows-1252 does not use, which are letters in Mac Roman.
    private static let unused: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
}
