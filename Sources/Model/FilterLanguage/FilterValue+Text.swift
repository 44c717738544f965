extension FilterValue {
    /// Reads what a field is compared with; nil for what its values never are.
    ///
    /// - Parameters:
    ///   - unit: The unit of a figure; nil for the one that it is kept in.
    ///   - isPart: Whether any part of a text will do.
    init?(_ text: String, of field: FilterField, in unit: Unit?, isPart: Bool) {
        let value: FilterValue? =
            switch field.values {
            case .text, .name: text.isEmpty ? nil : .text(text)
            case .choice where isPart: text.isEmpty ? nil : .text(text)
            case .choice(let words): words.first { $0.lowercased() == text.lowercased() }.map { .text($0) }
            case .integer: Int(text).map { .integer($0) }
            case .figure(let kept): Self.figure(text, in: unit, kept: kept).map { .number($0) }
            case .date: Self.isDate(text) ? .text(text) : nil
            case .flag: Self.flags[text.lowercased()].map { .flag($0) }
            }
        guard let value else { return nil }
        self = value
    }

    private static let flags = ["yes": true, "true": true, "no": false, "false": false]

    private static func figure(_ text: String, in unit: Unit?, kept: Unit?) -> Double? {
        guard let number = Double(text), number.isFinite else { return nil }
        guard let unit, let kept else { return number }
        let converted = unit.convert(number, to: kept)
        return converted.isFinite ? converted : nil
    }

    /// 1977, 1977-05 or 1977-05-25.
    private static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return (1...3).contains(parts.count)
            && zip(parts, [4, 2, 2]).allSatisfy { $0.count == $1 && $0.allSatisfy { $0.isASCII && $0.isNumber } }
    }
}
