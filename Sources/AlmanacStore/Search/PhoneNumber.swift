/// A phone number as far as it can be compared: its digits, without the zeros that stand for “abroad” and “elsewhere in
/// the country”.
struct PhoneNumber: Hashable {
    /// The last first.
    let reversed: String

    init?(_ text: String) {
        guard let digits = Self.digits(of: text) else { return nil }
        reversed = String(digits.significant.reversed())
    }

    /// The digits up to the first letter, which begins an extension; `(0)` is left out behind a country code.
    private static func digits(of text: String) -> (all: String, significant: Substring, isAbroad: Bool)? {
        let dialled = text.prefix { !$0.isLetter }
        var digits = digits(in: dialled)
        let isAbroad = dialled.prefix { digit($0) == nil }.contains("+") || digits.hasPrefix("00")
        if isAbroad, let trunk = dialled.firstRange(of: "(0)") {
            digits = self.digits(in: dialled[..<trunk.lowerBound]) + self.digits(in: dialled[trunk.upperBound...])
        }
        let significant = digits.drop { $0 == "0" }
        return significant.isEmpty ? nil : (digits, significant, isAbroad)
    }

    private static func digits(in text: Substring) -> String {
        text.compactMap(digit).map(String.init).joined()
    }

    /// Of any script, but no fraction and no 十.
    private static func digit(_ character: Character) -> Int? {
        character.wholeNumberValue.flatMap { 0...9 ~= $0 ? $0 : nil }
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
            let significant = String(digits.significant)
            let isLong = significant.count >= 7
            beginnings = (isLong ? [significant] : [digits.all]).map { String($0.reversed()) }
            wholes =
                !digits.isAbroad
                ? []
                : (1...3).map { significant.dropFirst($0) }.filter { $0.count >= 7 }
                    .map { String($0.drop { $0 == "0" }.reversed()) }
        }

        func matches(_ number: PhoneNumber) -> Bool {
            wholes.contains(number.reversed) || beginnings.contains { number.reversed.hasPrefix($0) }
        }
    }
}
