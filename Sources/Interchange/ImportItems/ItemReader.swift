/// A format that can be read as its bytes come: `feed`, then `next` until it gives nil, and so on; after `finish` nil is
/// the end.
public protocol ItemReader<Item>: Sendable {
    associatedtype Item

    mutating func feed(_ chunk: [UInt8])
    /// There are no more bytes.
    mutating func finish()
    /// The next item, or nil: before `finish` if more bytes are needed, after it at the end.
    /// - Throws: If there is nothing of this format at all.
    mutating func next() throws -> Item?
}

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
