import Wording

/// A sentence about a place in a file, or about all of the file.
public struct ImportRemark: Hashable, Sendable {
    public let place: SourcePlace
    public let sentence: Message

    public init(_ place: SourcePlace, _ sentence: Message) {
        self.place = place
        self.sentence = sentence
    }
}

/// The first remarks upon an import, which may be of a million cards, and how many there are.
public struct ImportRemarks: Hashable, Sendable {
    /// How many are told.
    private static let limit = 100

    public private(set) var told: [ImportRemark] = []
    public private(set) var count = 0

    public init() {}

    public mutating func add(_ sentence: Message, at place: SourcePlace) {
        count += 1
        if count <= Self.limit { told.append(ImportRemark(place, sentence)) }
    }
}
