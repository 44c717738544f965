/// The uncertainty of a measured value, in its unit.
public struct Uncertainty: Hashable, Sendable {
    /// The distance to the upper bound, which is not negative.
    public let upper: Double
    /// The distance to the lower bound, which is not negative.
    public let lower: Double

    /// Creates an uncertainty, or returns `nil` if a distance is negative or infinite.
    public init?(upper: Double, lower: Double) {
        guard upper.isFinite, lower.isFinite, upper >= 0, lower >= 0 else { return nil }
        self.upper = upper
        self.lower = lower
    }

    /// Creates an uncertainty from text such as `±0.2`, `0.2`, `+0.3 -0.2`, or `0.3, 0.2`, or returns `nil` if the
    /// text is invalid.
    public init?(_ text: String) {
        let text = text.replacing("+/-", with: "±").replacing("+-", with: "±").replacing("−", with: "-")
        // A comma without a space may be a decimal comma.
        let parts = text.replacing(", ", with: " ").split { $0 == " " || $0 == "/" }
        func distance(_ part: Substring, _ signs: String) -> Double? {
            let number = part.first.map { signs.contains($0) } == true ? part.dropFirst() : part
            return number.first.map { "+-".contains($0) } == true ? nil : Double(number)
        }
        switch parts.count {
        case 1:
            guard let both = distance(parts[0], "±") else { return nil }
            self.init(upper: both, lower: both)
        case 2 where parts[0] == "±":
            guard let both = Double(parts[1]) else { return nil }
            self.init(upper: both, lower: both)
        case 2:
            guard let upper = distance(parts[0], "+"), let lower = distance(parts[1], "-") else { return nil }
            self.init(upper: upper, lower: lower)
        default: return nil
        }
    }
}

extension Uncertainty: CustomStringConvertible {
    /// The uncertainty as `±0.2` or `+0.3 -0.2`.
    public var description: String { upper == lower ? "±\(upper.digits)" : "+\(upper.digits) -\(lower.digits)" }
}

/// The uncertainties of the values of a planet.
public struct Uncertainties: Hashable, Sendable {
    private var values: [String: Uncertainty] = [:]

    public init() {}

    /// The uncertainty of a value.
    ///
    /// - Parameter key: The key of the field with the value, such as `massKg`.
    public subscript(_ key: String) -> Uncertainty? {
        get { values[key] }
        set { values[key] = newValue }
    }

    public var isEmpty: Bool { values.isEmpty }
    public var count: Int { values.count }

    /// All uncertainties in the order of the fields, labeled with the keys of their fields.
    public var all: [Labeled<Uncertainty>] {
        PlanetFigure.all.compactMap { figure in values[figure.key].map { Labeled(figure.key, $0) } }
    }

    // MARK: - Text

    /// Creates uncertainties from texts that are labeled with the keys of fields, or returns `nil` if a text or a label
    /// is invalid. If several texts have the same label, the last one is used.
    init?(_ texts: [Labeled<String>]) {
        for text in texts {
            guard let key = Self.keys[text.label.lowercased()], let uncertainty = Uncertainty(text.value) else {
                return nil
            }
            values[key] = uncertainty
        }
    }

    var labeled: [Labeled<String>] { all.map { Labeled($0.label, $0.value.description) } }

    /// The keys of the fields that have uncertainties, by lowercase key.
    private static let keys = Dictionary(uniqueKeysWithValues: PlanetFigure.all.map { ($0.key.lowercased(), $0.key) })

    /// Creates uncertainties from the text of the database column, such as `massKg ±3e+25|radiusKm +300 -200`, or returns
    /// `nil` if the text is invalid.
    public init?(column text: String) {
        let texts = text.split(separator: "|").map { part in
            let words = part.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            return Labeled(words.first.map(String.init) ?? "", words.count > 1 ? String(words[1]) : "")
        }
        self.init(texts)
    }

    /// The text of the database column.
    public var column: String { labeled.map { "\($0.label) \($0.value)" }.joined(separator: "|") }
}
