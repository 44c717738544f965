extension Int {
    /// The number with a comma before each group of three digits. Numbers of up to four digits, such as years, have no
    /// commas.
    public var grouped: String { (self < 0 ? "-" : "") + String(magnitude).groupedDigits }
}

extension String {
    /// The digits of a whole number with a comma before each group of three, if there are more than four.
    package var groupedDigits: String {
        guard count > 4 else { return self }
        return enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (count - digit.offset).isMultiple(of: 3) { text += "," }
            text.append(digit.element)
        }
    }
}
