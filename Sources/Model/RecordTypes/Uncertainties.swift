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
    static let keys = Dictionary(uniqueKeysWithValues: PlanetFigure.all.map { ($0.key.lowercased(), $0.key) })

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
