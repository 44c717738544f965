/// Marks for values that were not measured (the column `estimated` of the catalog).
public struct Estimates: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The semi-major axis follows from Kepler’s third law or the projected separation.
    public static let axis = Estimates(rawValue: 1)
    /// The mass was calculated from a mass-radius relation.
    public static let mass = Estimates(rawValue: 2)
    /// The mass is an upper limit.
    public static let massLimit = Estimates(rawValue: 4)
    /// The mass is m sin i, a lower limit.
    public static let minimumMass = Estimates(rawValue: 8)
    /// The radius was calculated from a mass-radius relation.
    public static let radius = Estimates(rawValue: 16)

    /// All marks that concern the mass.
    static let anyMass: Estimates = [.mass, .massLimit, .minimumMass]

    private static let words: [(word: String, mark: Estimates)] = [
        ("axis", .axis), ("mass", .mass), ("mass-limit", .massLimit), ("minimum-mass", .minimumMass),
        ("radius", .radius),
    ]

    /// Parses marks in the catalog’s format, such as `axis|mass-limit`. Returns `nil` for an unknown mark.
    public init?(catalog text: String) {
        var all: Estimates = []
        for word in text.split(separator: "|") {
            guard let known = Estimates.words.first(where: { $0.word == word }) else { return nil }
            all.insert(known.mark)
        }
        self = all
    }

    public var names: [String] { Estimates.words.filter { contains($0.mark) }.map(\.word) }

    /// The marks in the catalog’s format, such as `axis|mass-limit`.
    public var catalog: String { names.joined(separator: "|") }
}
