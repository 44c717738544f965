/// A parser of items in one format. After each call to `feed`, and after `finish`, call `next` until it returns `nil`.
public protocol ItemReader<Item>: Sendable {
    associatedtype Item

    mutating func feed(_ chunk: [UInt8])
    /// Marks the end of the input.
    mutating func finish()
    /// Returns the next item, or `nil` if more bytes are needed. After `finish`, `nil` means the end.
    ///
    /// - Throws: An error if the file does not have this format.
    mutating func next() throws -> Item?
}

/// A stream of the items that a reader parses from a source.
public struct ItemStream<Item>: Sendable {
    public let source: any ByteSource
    /// The progress when the reader last needed more bytes.
    public private(set) var taken = ReadProgress()
    private var read = ReadProgress()
    private var reader: any ItemReader<Item>
    private var isFinished = false

    /// Creates a stream.
    ///
    /// - Parameter beginning: The bytes of the source that have already been read.
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
