import Model

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

    /// The file name without `.csv`, or `nil` if the file is not a CSV file.
    var tableName: Substring? {
        name.hasSuffix(".csv") ? name.dropLast(4) : nil
    }
}

public struct SeedRecord<Content: Recordable>: Hashable, Sendable {
    public let key: String
    public let place: SourceLocation
    public var content = Content()
    /// The links of the record: the home planet of a person, the members and planets of a group, or the subject of a note.
    public var links: [SeedLink] = []
}

/// A link to a record by its key in the data set, or to a planet by its name in the database.
public struct SeedLink: Hashable, Sendable {
    public let kind: Kind
    public let key: String
    public let place: SourceLocation
}
