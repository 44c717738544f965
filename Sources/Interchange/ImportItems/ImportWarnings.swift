import Localization

/// A sentence about a place in a file, or about all of the file.
public struct ImportWarning: Hashable, Sendable {
    public let place: SourceLocation
    public let sentence: Message

    public init(_ place: SourceLocation, _ sentence: Message) {
        self.place = place
        self.sentence = sentence
    }
}

/// The first remarks upon an import, which may be of a million cards, and how many there are.
public struct ImportWarnings: Hashable, Sendable {
    /// How many are told.
    private static let limit = 100

    public private(set) var told: [ImportWarning] = []
    public private(set) var count = 0

    public init() {}

    public mutating func add(_ sentence: Message, at place: SourceLocation) {
        count += 1
        if count <= Self.limit { told.append(ImportWarning(place, sentence)) }
    }
}
