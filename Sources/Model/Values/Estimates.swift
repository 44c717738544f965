/// Which figures of a body are not measured (the catalogue's column `estimated`).
public struct Estimates: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Semi-major axis from Kepler's third law or the projected separation.
    public static let axis = Estimates(rawValue: 1)
    /// Mass computed by the archive from a mass-radius relation.
    public static let mass = Estimates(rawValue: 2)
    /// Mass is an upper limit.
    public static let massLimit = Estimates(rawValue: 4)
    /// Mass is m sin i.
    public static let minimumMass = Estimates(rawValue: 8)
    /// Radius computed by the archive from a mass-radius relation.
    public static let radius = Estimates(rawValue: 16)

    /// Whatever may be said of a mass.
    static let anyMass: Estimates = [.mass, .massLimit, .minimumMass]

    private static let words: [(word: String, mark: Estimates)] = [
        ("axis", .axis), ("mass", .mass), ("mass-limit", .massLimit), ("minimum-mass", .minimumMass),
        ("radius", .radius),
    ]

    /// Reads the catalogue's `axis|mass-limit`; nil if a word is none of its marks.
    public init?(catalog text: String) {
        var all: Estimates = []
        for word in text.split(separator: "|") {
            guard let known = Estimates.words.first(where: { $0.word == word }) else { return nil }
            all.insert(known.mark)
        }
        self = all
    }

    public var names: [String] { Estimates.words.filter { contains($0.mark) }.map(\.word) }

    /// As the catalogue writes it: `axis|mass-limit`.
    public var catalog: String { names.joined(separator: "|") }
}
