/// A phone number for comparison: the digits without international and trunk prefixes.
public struct PhoneNumber: Hashable, Sendable {
    /// The digits in reverse order.
    public let reversed: String

    public init?(_ text: String) {
        guard let digits = Self.digits(of: text) else { return nil }
        reversed = Self.reversed(digits.significant)
    }

    /// Returns the digits before the first letter, which starts an extension. `(0)` is ignored after a country code.
    private static func digits(of text: String) -> (all: [UInt8], significant: ArraySlice<UInt8>, hasCountryCode: Bool)?
    {
        let dialled = Array(text.unicodeScalars.prefix { !isLetter($0) })
        var digits = dialled.compactMap(digit)
        let hasCountryCode = dialled.prefix { digit($0) == nil }.contains("+") || digits.starts(with: [0x30, 0x30])
        if hasCountryCode, let trunk = dialled.indices.first(where: { dialled[$0...].starts(with: trunk) }) {
            digits = dialled[..<trunk].compactMap(digit) + dialled[(trunk + 3)...].compactMap(digit)
        }
        let significant = withoutZeros(digits[...])
        return significant.isEmpty ? nil : (digits, significant, hasCountryCode)
    }

    private static func withoutZeros(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8> { digits.drop { $0 == 0x30 } }

    private static func reversed(_ digits: some BidirectionalCollection<UInt8>) -> String {
        String(decoding: digits.reversed(), as: UTF8.self)
    }

    private static let trunk: [Unicode.Scalar] = ["(", "0", ")"]

    /// Returns the ASCII digit for a character with a numeric value from 0 to 9, in any script, or `nil` for others.
    static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII { return "0"..."9" ~= scalar ? UInt8(ascii: scalar) : nil }
        return Character(scalar).wholeNumberValue.flatMap { 0...9 ~= $0 ? UInt8(0x30 + $0) : nil }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? "a"..."z" ~= scalar || "A"..."Z" ~= scalar : scalar.properties.isAlphabetic
    }

    /// The end of a phone number as typed: at least its last four digits.
    public struct Ending: Sendable {
        /// The prefixes of the reversed number. The reversed form of a matching number starts with one of them.
        public let prefixes: [String]
        /// The complete reversed numbers without the country code, which match numbers stored without a country code.
        public let completeNumbers: [String]

        /// Creates an ending from text. Returns `nil` unless the text consists of separators and at least four digits.
        public init?(_ text: String) {
            let isNumber = text.allSatisfy { $0.isWholeNumber || $0.isWhitespace || "+-–./()".contains($0) }
            guard isNumber, let digits = PhoneNumber.digits(of: text), digits.all.count >= 4 else { return nil }
            let significant = digits.significant
            prefixes = [reversed(significant.count >= 7 ? significant : digits.all[...])]
            completeNumbers =
                !digits.hasCountryCode
                ? []
                : (1...3).map { significant.dropFirst($0) }.filter { $0.count >= 7 }
                    .map { reversed(withoutZeros($0)) }
        }

        public func matches(_ number: PhoneNumber) -> Bool {
            completeNumbers.contains(number.reversed) || prefixes.contains { number.reversed.hasPrefix($0) }
        }
    }
}
