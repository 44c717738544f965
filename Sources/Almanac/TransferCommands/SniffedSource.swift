import Interchange

/// A source whose first bytes were read to recognize the format.
struct SniffedSource: Sendable {
    let source: any ByteSource
    let beginning: [UInt8]
    let contents: ImportFormatDetection.Contents

    /// Reads the beginning of a source.
    ///
    /// - Parameter mapping: The column mapping: field names by heading.
    init(_ source: any ByteSource, mapping: [String: String]) throws {
        var beginning: [UInt8] = []
        while beginning.count < ImportFormatDetection.beginning {
            let chunk = try source.read()
            if chunk.isEmpty { break }
            beginning += chunk
        }
        source.suspend()
        self.source = source
        self.beginning = beginning
        contents = ImportFormatDetection.contents(
            of: source.name, beginning: beginning, mapping: mapping)
    }

    /// Creates a source that throws an error when its contents are imported.
    init(unreadable path: String, because problem: any ByteSourceProblem) {
        source = UnreadableSource(name: path, problem: problem)
        beginning = []
        contents = .cards
    }

    func stream(_ mapping: [String: String], _ encoding: TableEncoding?) -> ContactStream {
        ContactStream(
            source, beginning: beginning,
            by: ImportFormatDetection.reader(
                of: source.name, beginning: beginning, mapping: mapping, encoding: encoding))
    }

    /// Returns the source as a stream of planets from a catalog.
    func catalog(_ mapping: [String: String]) -> CatalogStream {
        CatalogStream(source, beginning: beginning, by: CatalogReader(file: source.name, mapping: mapping))
    }

    /// Returns the columns of a CSV file of contacts, or `nil` for any other file.
    func columns(_ mapping: [String: String], _ encoding: TableEncoding?) throws -> TableColumns? {
        guard contents == .table else { return nil }
        return try TableColumns(of: source.name, beginning: beginning, mapping: mapping, encoding: encoding)
    }
}

/// A source that cannot be read.
private struct UnreadableSource: ByteSource {
    let name: String
    let problem: any ByteSourceProblem
    var size: Int? { nil }

    func read() throws -> [UInt8] { throw problem }
}
