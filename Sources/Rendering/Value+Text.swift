import Display
import Glibc
import Localization

extension Value {
    var isEmpty: Bool {
        switch self {
        case .none, .placeholder: true
        case .text(let text), .formatted(let text, _), .prose(let text): text.isEmpty
        case .words(let message): message.isEmpty
        case .list(let values): values.allSatisfy(\.isEmpty)
        case .parts(let fields): fields.allSatisfy(\.value.isEmpty)
        case .labeled(_, let value): value.isEmpty
        case .series(let figures): figures.allSatisfy { $0 == nil }
        case .integer, .moreThan, .number, .flag, .quantity, .date, .period, .reference, .change, .bar: false
        }
    }

    /// Returns the value as text. A list is shortened to its first value and the number of other values.
    func summary(_ charset: SymbolSet) -> String {
        switch self {
        case .labeled(_, let value): return value.summary(charset)
        case .list(let values):
            let known = values.filter { !$0.isEmpty }
            guard let first = known.first else { return "" }
            return first.summary(charset) + (known.count > 1 ? " +\(known.count - 1)" : "")
        default: return words(charset)
        }
    }

    /// Returns the value as text, with a quantity in all its units.
    func detail(_ charset: SymbolSet) -> String {
        if case .quantity(let quantity) = self { quantity.words(charset) } else { words(charset) }
    }

    /// Returns the value as a single line of text.
    func words(_ charset: SymbolSet) -> String {
        switch self {
        case .none, .placeholder: ""
        case .text(let text), .prose(let text): text
        case .words(let message): message.localized
        case .formatted(_, let words): words
        case .integer(let integer): integer.grouped
        case .moreThan(let integer): integer.grouped + "+"
        case .number(let number): NumberText.format(number, charset)
        case .flag(let flag): RendererMessages.flag(flag).localized
        case .quantity(let quantity): quantity.figure(charset)
        case .date(_, let words): words
        case .period(_, let words): words.localized
        case .reference(let reference): reference.name
        case .labeled(let label, let value):
            label.isEmpty ? value.words(charset) : label + ": " + value.words(charset)
        case .list(let values):
            values.filter { !$0.isEmpty }.map { $0.words(charset) }.joined(separator: ", ")
        case .series(let figures): charset.profile(figures)
        case .bar(let part): charset.bar(part)
        case .change: flat
        case .parts(let fields):
            fields.filter { !$0.value.isEmpty }.map { $0.value.words(charset) }.joined(separator: ", ")
        }
    }
}

extension Quantity {
    /// Returns the quantity in all its units, with its uncertainty.
    func words(_ charset: SymbolSet) -> String {
        let amount = Amount(value, unit: unit, uncertainty: uncertainty)
        let others = (notation.isEmpty ? [] : [charset.unit(notation)]) + comparisons.map { $0.words(charset) }
        return ([sign + amount.words(charset, digits: digits)] + others).joined(separator: " \(charset.dot) ")
    }

    /// Returns the quantity without its uncertainty.
    func figure(_ charset: SymbolSet) -> String { sign + Amount(value, unit: unit).words(charset, digits: digits) }

    private var sign: String {
        switch basis {
        case .measured, nil: ""
        case .unknown: "*"
        case .computed: "~"
        case .hypothetical: "?"
        case .upperLimit: "<"
        case .lowerLimit: ">"
        }
    }
}

extension Quantity.Amount {
    /// Returns the number with its uncertainty and its unit. A space precedes the unit, except for `×`.
    func words(_ charset: SymbolSet, digits: Int? = nil) -> String {
        let isClose = unit.isEmpty || unit == "×"
        let bounds = uncertainty.map { " " + $0.words(charset) } ?? ""
        return NumberText.format(value, charset, digits: digits ?? NumberText.significantDigits) + bounds
            + (isClose ? "" : " ") + charset.unit(unit.localized)
    }
}

extension Quantity.Uncertainty {
    /// Returns the distances with two significant digits, such as `± 0.02` or `+0.03 −0.02`.
    func words(_ charset: SymbolSet) -> String {
        let above = NumberText.format(upper, charset, digits: 2)
        let below = NumberText.format(lower, charset, digits: 2)
        let isUTF8 = charset == .utf8
        return above == below ? "\(isUTF8 ? "±" : "+-") \(above)" : "+\(above) \(isUTF8 ? "−" : "-")\(below)"
    }
}

extension Field {
    /// The field for screen readers, with a percentage instead of a bar.
    var accessible: Field {
        guard case .bar(let part) = value else { return self }
        return Field(key, title, .text("\(Int((part * 100).rounded())) %"), for: audience)
    }
}

extension Value {
    var isSeries: Bool { if case .series = self { true } else { false } }
}

extension Plot {
    /// The numbers of drawn and omitted items, as in `1,933 drawn, omitted: 4,593 computed or a limit`.
    var counts: String {
        let drawn = "\(count.grouped) drawn"
        let reasons = omissions.map { "\($0.count.grouped) \($0.reason)" }.joined(separator: ", ")
        return reasons.isEmpty ? drawn : "\(drawn), omitted: \(reasons)"
    }

    /// The numbers of drawn and omitted items without the reasons.
    var briefCounts: String {
        let omitted = omissions.reduce(0) { $0 + $1.count }
        let drawn = "\(count.grouped) drawn"
        return omitted == 0 ? drawn : "\(drawn), \(omitted.grouped) omitted"
    }

    /// The names of the reference lines and areas in the legend. All lines look alike and share one entry.
    var guideNames: [(name: String, isArea: Bool)] {
        let lines = guides.filter { !$0.isArea }.map(\.name).joined(separator: ", ")
        return (lines.isEmpty ? [] : [(lines, false)]) + guides.filter(\.isArea).map { ($0.name, true) }
    }
}

extension Drawing.Shape {
    /// Returns the label and the quantity of the shape.
    func caption(_ charset: SymbolSet) -> String {
        [label, quantity?.figure(charset) ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns the complete description of the shape, or an empty string if it has none.
    func description(_ charset: SymbolSet) -> String {
        words.isEmpty && quantity != nil ? caption(charset) : words
    }
}

extension Axis {
    /// Returns the name of the axis with its unit and scale, such as `Mass (M⊕, logarithmic)`.
    func words(_ charset: SymbolSet) -> String {
        let notes = [charset.unit(unit), scale == .logarithmic ? "logarithmic" : ""].filter { !$0.isEmpty }
        return notes.isEmpty ? name : "\(name) (\(notes.joined(separator: ", ")))"
    }

    func label(_ tick: Double, _ charset: SymbolSet) -> String { NumberText.format(tick, charset) }
}

/// A formatter for numbers. It groups digits, limits the precision, and uses scientific notation for extreme values.
package enum NumberText {
    /// The number of significant digits in human-readable output. Machine-readable output contains all digits.
    package static let significantDigits = 8

    package static func format(_ value: Double, _ charset: SymbolSet, digits: Int = significantDigits) -> String {
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
