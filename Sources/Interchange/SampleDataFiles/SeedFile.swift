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

/// A place in a file: what a person needs to find a mistake. Line and column count from 1.
public struct SeedPlace: Hashable, Sendable {
    public let file: String
    public let line: Int
    public let column: Int

    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}
