extension Int {
    /// A whole number from 1 on, to which one can always be added; nil for what is none.
    init?(counting text: some StringProtocol) {
        guard let number = Int(text), 1...Int.largestCount ~= number else { return nil }
        self = number
    }

    static let largestCount = 1_000_000_000
}
