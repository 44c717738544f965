/// A phone number as far as it can be compared: its digits, without the zeros that stand for “abroad” and “elsewhere in
/// the country”.
package struct PhoneNumber: Hashable {
    /// The last first.
    package let reversed: String

    init?(_ text: String) {
        guard let digits = Self.digits(of: text) else { return nil }
        reversed = Self.reversed(digits.significant)
    }

    /// The digits up to the first letter, which begins an extension; `(0)` is left out behind a country code.
    private static func digits(of text: String) -> (all: [UInt8], significant: ArraySlice<UInt8>, isAbroad: Bool)? {
        let dialled = Array(text.unicodeScalars.prefix { !isLetter($0) })
        var digits = dialled.compactMap(digit)
        let isAbroad = dialled.prefix { digit($0) == nil }.contains("+") || digits.starts(with: [0x30, 0x30])
        if isAbroad, let trunk = dialled.indices.first(where: { dialled[$0...].starts(with: trunk) }) {
            digits = dialled[..<trunk].compactMap(digit) + dialled[(trunk + 3)...].compactMap(digit)
        }
        let significant = withoutZeros(digits[...])
        return significant.isEmpty ? nil : (digits, significant, isAbroad)
    }

    private static func withoutZeros(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8> { digits.drop { $0 == 0x30 } }

    private static func reversed(_ digits: some BidirectionalCollection<UInt8>) -> String {
        String(decoding: digits.reversed(), as: UTF8.self)
    }

    private static let trunk: [Unicode.Scalar] = ["(", "0", ")"]

    /// In ASCII, of any script, but no fraction and no 十.
    private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII { return "0"..."9" ~= scalar ? UInt8(ascii: scalar) : nil }
        return Character(scalar).wholeNumberValue.flatMap { 0...9 ~= $0 ? UInt8(0x30 + $0) : nil }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? "a"..."z" ~= scalar || "A"..."Z" ~= scalar : scalar.properties.isAlphabetic
    }

    /// What somebody typed of a phone number: at least its last four digits.
    struct Ending {
        /// One of these begins what is reversed of it.
        let beginnings: [String]
        /// Or one of these is the whole of it: numbers that were noted without the country code that was typed.
        let wholes: [String]

        /// Nil unless the text is all digits and what stands between them.
        init?(_ text: String) {
            let isNumber = text.allSatisfy { $0.isWholeNumber || $0.isWhitespace || "+-–./()".contains($0) }
            guard isNumber, let digits = PhoneNumber.digits(of: text), digits.all.count >= 4 else { return nil }
            let significant = digits.significant
            beginnings = [reversed(significant.count >= 7 ? significant : digits.all[...])]
            wholes =
                !digits.isAbroad
                ? []
                : (1...3).map { significant.dropFirst($0) }.filter { $0.count >= 7 }
                    .map { reversed(withoutZeros($0)) }
        }

        func matches(_ number: PhoneNumber) -> Bool {
            wholes.contains(number.reversed) || beginnings.contains { number.reversed.hasPrefix($0) }
        }
    }
}
