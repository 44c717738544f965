import Localization
import Model

/// Where something stands in a file that is taken in: what a person needs to find it. All count from 1.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    public var file: String
    /// Nil where the whole file is meant.
    public var line: Int?
    /// In characters; nil where the whole line is meant.
    public var column: Int?
    /// Which card of the file it is, counted from 1; nil where nobody counts.
    public var number: Int?

    public init(file: String, line: Int? = nil, column: Int? = nil, number: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
        self.number = number
    }

    public var description: String {
        let spot = [line, column].compactMap(\.self).reduce(file) { "\($0):\($1)" }
        return number.map { "\(spot): card \($0)" } ?? spot
    }
}

/// What a card or a row consists of: of UTF-16 as UTF-8, of a row without its line end, of more than 64 MB the beginning.
public struct SourceText: Hashable, Sendable {
    /// The first row of its table; none for a card.
    public let header: [UInt8]
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8], under header: [UInt8] = []) {
        self.bytes = bytes
        self.header = header
    }
}

/// A card or a row that could not be taken at its word.
public struct RejectedItem: Hashable, Sendable {
    /// What is at fault.
    public let place: SourceLocation
    /// A whole sentence, without the place.
    public let reason: Message
    public let text: SourceText

    public init(at place: SourceLocation, because reason: Message, _ text: SourceText) {
        self.place = place
        self.reason = reason
        self.text = text
    }
}

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
