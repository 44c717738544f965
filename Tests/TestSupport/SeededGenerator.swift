import Model

/// A reproducible random number generator (SplitMix64 by Steele, Lea, and Flood, 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    public mutating func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element {
        choices[choices.index(choices.startIndex, offsetBy: number(below: choices.count))]
    }

    public mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    /// Returns `true` with a probability of one in `times`.
    public mutating func happens(oneIn times: Int) -> Bool { number(below: times) == 0 }
}

extension RecordOrder<Person> {
    public static let nickname = named("nickname")
    public static let department = named("department")
    public static let title = named("title")
    public static let birthday = named("birthday")
    public static let anniversary = named("anniversary")
}

extension RecordOrder<Group> {
    public static let members = named("members")
}

extension RecordOrder<Planet> {
    public static let mass = named("mass")
    public static let radius = named("radius")
}

extension RecordOrder {
    private static func named(_ name: String) -> RecordOrder { RecordOrder(rawValue: name) ?? .standard }
}
