/// A parser of one format: call `feed` with each chunk, then `next` until it returns `nil`, and `finish` at the end.
public protocol ItemReader<Item>: Sendable {
    associatedtype Item

    mutating func feed(_ chunk: [UInt8])
    /// Tells the reader that there are no more bytes.
    mutating func finish()
    /// Returns the next item. `nil` means that more bytes are needed, or after `finish` the end.
    ///
    /// - Throws: If the file does not have this format.
    mutating func next() throws -> Item?
}

/// A stream of the items of one source.
public struct ItemStream<Item>: Sendable {
    public let source: any ByteSource
    /// The progress at the last time when more bytes were needed.
    public private(set) var taken = ReadProgress()
    private var read = ReadProgress()
    private var reader: any ItemReader<Item>
    private var isFinished = false

    /// - Parameter beginning: Bytes of the source that have already been read.
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
