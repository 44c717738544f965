/// The rows of one catalogue, one after the other, in memory one at a time.
public struct CatalogueStream: Sendable {
    public let source: any ByteSource
    /// How many bytes were read so far.
    public private(set) var bytesRead: Int
    private var reader: CatalogueReader
    private var isFinished = false

    /// - Parameter beginning: What of the source was looked at already.
    public init(_ source: any ByteSource, beginning: [UInt8] = []) {
        self.source = source
        reader = CatalogueReader(file: source.name)
        bytesRead = beginning.count
        reader.feed(beginning)
    }

    public var header: [UInt8] { reader.header }

    public mutating func next() throws -> CatalogueItem? {
        while true {
            if let item = try reader.next() { return item }
            if isFinished { return nil }
            let chunk = try source.read()
            if chunk.isEmpty {
                reader.finish()
                isFinished = true
            } else {
                bytesRead += chunk.count
                reader.feed(chunk)
            }
        }
    }
}
