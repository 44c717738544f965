/// The contacts of one source.
public typealias ContactStream = ItemStream<CardItem>
/// The rows of one catalogue of planets.
public typealias CatalogStream = ItemStream<CatalogItem>

/// What one source consists of, one after the other, in memory one at a time.
public struct ItemStream<Item>: Sendable {
    public let source: any ByteSource
    /// As of the last time that more bytes were needed.
    public private(set) var taken = ReadProgress()
    private var read = ReadProgress()
    private var reader: any ItemReader<Item>
    private var isFinished = false

    /// - Parameter beginning: What of the source was looked at already.
    public init(_ source: any ByteSource, beginning: [UInt8] = [], by reader: any ItemReader<Item>) {
        self.source = source
        self.reader = reader
        read.bytes = beginning.count
        self.reader.feed(beginning)
    }

    public mutating func next() throws -> Item? {
        while true {
            if let item = try reader.next() {
                read.items += 1
                return item
            }
            taken = read
            if isFinished { return nil }
            let chunk = try source.read()
            if chunk.isEmpty {
                reader.finish()
                isFinished = true
            } else {
                read.bytes += chunk.count
                reader.feed(chunk)
            }
        }
    }
}
