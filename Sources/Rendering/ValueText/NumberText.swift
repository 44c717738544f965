import Glibc
import Localization

/// A formatter for numbers. It groups digits, limits the precision, and uses scientific notation for extreme values.
package enum NumberText {
    /// The number of significant digits in readable output. Output for programs contains all digits.
    package static let significantDigits = 8

    package static func of(
        _ value: Double, _ charset: SymbolSet, digits: Int = significantDigits
    ) -> String {
        guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
        let sign = value < 0 ? "-" : ""
        let decimal = Decimal(value.magnitude, digits: digits)
        // Numbers from 0.0001 to 999,999,999 are written without an exponent.
        return sign + ((-3...9).contains(decimal.point) ? decimal.positional : decimal.scientific(charset))
    }

    /// A positive decimal number of the form 0.d₁d₂d₃… × 10^point, rounded, without trailing zeros.
    private struct Decimal {
        let digits: String
        let point: Int

        init(_ value: Double, digits count: Int) {
            // The result has the form 1.2345678e+01.
            let text = withVaList([value.rounded(toDigits: count)]) { arguments in
                String(unsafeUninitializedCapacity: 32) { bytes in
                    bytes.withMemoryRebound(to: CChar.self) { text in
                        Int(vsnprintf(text.baseAddress, text.count, "%.\(count - 1)e", arguments))
                    }
                }
            }
            let parts = text.split(separator: "e")
            var digits = parts[0].filter(\.isNumber)
            while digits.last == "0" { digits.removeLast() }
            self.digits = digits
            point = (Int(parts[1]) ?? 0) + 1
        }

        var positional: String {
            let zeros = { (count: Int) in String(repeating: "0", count: max(0, count)) }
            let whole = point > 0 ? digits.prefix(point) + zeros(point - digits.count) : "0"
            let fraction = zeros(-point) + digits.dropFirst(max(0, point))
            return whole.groupedDigits + (fraction.isEmpty ? "" : "." + fraction)
        }

        func scientific(_ charset: SymbolSet) -> String {
            let mantissa = digits.prefix(1) + (digits.count > 1 ? "." + digits.dropFirst() : "")
            let exponent = String(point - 1)
            return charset == .utf8 ? mantissa + "×10" + exponent.map(superscript).joined() : mantissa + "e" + exponent
        }

        private func superscript(_ character: Character) -> String {
            let digits = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
            return character.wholeNumberValue.map { digits[$0] } ?? "⁻"
        }
    }
}
