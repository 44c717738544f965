/// A set of catalog marks for calculated values and limits (column `estimated`).
public struct Estimates: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A semi-major axis calculated from Kepler’s third law or the projected separation.
    public static let axis = Estimates(rawValue: 1)
    /// A mass calculated from a mass-radius relation.
    public static let mass = Estimates(rawValue: 2)
    /// A mass that is an upper limit.
    public static let massLimit = Estimates(rawValue: 4)
    /// A minimum mass (m sin i), which is a lower limit.
    public static let minimumMass = Estimates(rawValue: 8)
    /// A radius calculated from a mass-radius relation.
    public static let radius = Estimates(rawValue: 16)

    /// All marks for the mass.
    static let anyMass: Estimates = [.mass, .massLimit, .minimumMass]

    private static let words: [(word: String, mark: Estimates)] = [
        ("axis", .axis), ("mass", .mass), ("mass-limit", .massLimit), ("minimum-mass", .minimumMass),
        ("radius", .radius),
    ]

    /// Creates a set from the catalog format, such as `axis|mass-limit`, or returns `nil` if a mark is unknown.
    public init?(catalog text: String) {
        var all: Estimates = []
        for word in text.split(separator: "|") {
            guard let known = Estimates.words.first(where: { $0.word == word }) else { return nil }
            all.insert(known.mark)
        }
        self = all
    }

    public var names: [String] { Estimates.words.filter { contains($0.mark) }.map(\.word) }

    /// The marks in the catalog format, such as `axis|mass-limit`.
    public var catalog: String { names.joined(separator: "|") }
}
