/// A formatter for numbers. It groups digits, limits the precision, and uses scientific notation for extreme values.
package enum NumberText {
    /// The number of significant digits in readable output. Output for programs contains all digits.
    private static let significantDigits = 8

    package static func of(_ value: Double, _ charset: SymbolSet) -> String {
        guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
        let sign = value < 0 ? "-" : ""
        let decimal = Decimal(value.magnitude).rounded(to: significantDigits)
        // Numbers from 0.0001 to 999,999,999 are written without an exponent.
        return sign + ((-3...9).contains(decimal.point) ? decimal.positional : decimal.scientific(charset))
    }

    package static func of(_ value: Int) -> String {
        (value < 0 ? "-" : "") + grouped(String(value.magnitude))
    }

    /// Adds commas to numbers with more than four digits. Years therefore have no commas.
    private static func grouped(_ digits: String) -> String {
        guard digits.count > 4 else { return digits }
        return digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += "," }
            text.append(digit.element)
        }
    }

    /// A positive decimal number of the form 0.d₁d₂d₃… × 10^point, with the fewest digits that identify the value.
    private struct Decimal {
        var digits: [Int]
        var point: Int

        init(_ value: Double) {
            let parts = value.description.split(separator: "e")
            let mantissa = parts[0].split(separator: ".")
            let all = mantissa.joined().compactMap(\.wholeNumberValue)
            let zeros = all.prefix { $0 == 0 }.count
            digits = Array(all.dropFirst(zeros))
            point = mantissa[0].count - zeros + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
            dropTrailingZeros()
        }

        func rounded(to count: Int) -> Decimal {
            guard digits.count > count else { return self }
            var result = self
            result.digits = Array(digits.prefix(count))
            if digits[count] >= 5 { result.increment() }
            result.dropTrailingZeros()
            return result
        }

        private mutating func increment() {
            for index in digits.indices.reversed() {
                if digits[index] < 9 {
                    digits[index] += 1
                    return
                }
                digits[index] = 0
            }
            digits.insert(1, at: 0)
            point += 1
        }

        private mutating func dropTrailingZeros() {
            while digits.last == 0 { digits.removeLast() }
        }

        var positional: String {
            let padded = digits + Array(repeating: 0, count: max(0, point - digits.count))
            let whole = point > 0 ? padded.prefix(point).map(String.init).joined() : "0"
            let zeros = String(repeating: "0", count: max(0, -point))
            let fraction = zeros + padded.dropFirst(max(0, point)).map(String.init).joined()
            return grouped(whole) + (fraction.isEmpty ? "" : "." + fraction)
        }

        func scientific(_ charset: SymbolSet) -> String {
            let fraction = digits.dropFirst().map(String.init).joined()
            let mantissa = "\(digits.first ?? 0)" + (fraction.isEmpty ? "" : "." + fraction)
            let exponent = String(point - 1)
            return charset == .utf8 ? mantissa + "×10" + exponent.map(superscript).joined() : mantissa + "e" + exponent
        }

        private func superscript(_ character: Character) -> String {
            let digits = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
            return character.wholeNumberValue.map { digits[$0] } ?? "⁻"
        }
    }
}
