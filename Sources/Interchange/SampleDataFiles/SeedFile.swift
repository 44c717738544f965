import Model

/// A file of a seed set: where it lies, as its owner is told, and what is in it.
public struct SeedFile: Hashable, Sendable {
    public let path: String
    public let bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    var name: Substring {
        path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    }

    /// `persons-offices` of `persons-offices.csv`; nil for a file of another type.
    var tableName: Substring? {
        name.hasSuffix(".csv") ? name.dropLast(4) : nil
    }
}

/// A record of a seed set: its key, its content, and what it refers to.
public struct SeedRecord<Content: Recordable>: Hashable, Sendable {
    public let key: String
    /// Where its first row begins.
    public let place: SourceLocation
    public var content = Content()
    /// The home planet of a person, the members of a group in their order, what a note is about.
    public var links: [SeedLink] = []

    init(key: String, place: SourceLocation) {
        self.key = key
        self.place = place
    }
}

/// Another record by its key in the set; a planet may also be one that the store knows by that name.
public struct SeedLink: Hashable, Sendable {
    public let kind: Kind
    public let key: String
    public let place: SourceLocation
}
