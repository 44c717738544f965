import Localization
import Model

/// A location in an import file. Lines, columns, and cards are numbered from 1.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    public var file: String
    /// The line, or `nil` for the whole file.
    public var line: Int?
    /// The column in characters, or `nil` for the whole line.
    public var column: Int?
    /// The number of the card or row in the file.
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

/// The source text of a card or row, up to 64 MB. It is in UTF-8 even if the file is in UTF-16.
public struct SourceText: Hashable, Sendable {
    /// The header row of a CSV file, or an empty array for a card.
    public let header: [UInt8]
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8], under header: [UInt8] = []) {
        self.bytes = bytes
        self.header = header
    }
}

public struct RejectedItem: Hashable, Sendable {
    public let place: SourceLocation
    /// The reason as a full sentence, without the location.
    public let reason: Message
    public let text: SourceText

    public init(at place: SourceLocation, because reason: Message, _ text: SourceText) {
        self.place = place
        self.reason = reason
        self.text = text
    }
}

/// A warning about a location in an import file.
public struct ImportWarning: Hashable, Sendable {
    public let place: SourceLocation
    public let sentence: Message
}

/// The first warnings of an import, and their total number.
public struct ImportWarnings: Hashable, Sendable {
    private static let limit = 100

    public private(set) var reported: [ImportWarning] = []
    public private(set) var count = 0

    public init() {}

    public mutating func add(_ sentence: Message, at place: SourceLocation) {
        count += 1
        if count <= Self.limit { reported.append(ImportWarning(place: place, sentence: sentence)) }
    }
}
