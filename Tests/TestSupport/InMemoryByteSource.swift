import Interchange
import Synchronization

/// A byte source in memory.
public final class InMemoryByteSource: ByteSource {
    public let name: String
    public let size: Int?
    private let rest: Mutex<ArraySlice<UInt8>>
    private let chunk: Int

    public init(name: String = "cards.vcf", _ bytes: [UInt8], chunk: Int = 64 << 10) {
        self.name = name
        size = bytes.count
        rest = Mutex(bytes[...])
        self.chunk = chunk
    }

    public convenience init(name: String = "cards.vcf", _ text: String) { self.init(name: name, Array(text.utf8)) }

    public func read() -> [UInt8] {
        rest.withLock { rest in
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
    }
}

extension ItemStream<CardItem> {
    /// Creates a stream of the cards in a string.
    public init(_ text: String, name: String = "cards.vcf") {
        self.init(InMemoryByteSource(name: name, text), by: CardReader(file: name))
    }
}

extension ItemStream<CatalogItem> {
    /// Creates a stream of the planets in a catalog file.
    public init(catalog bytes: [UInt8], name: String = "planets.csv") {
        self.init(InMemoryByteSource(name: name, bytes), by: CatalogReader(file: name))
    }
}

extension ImportDataSource {
    /// Imports contacts without reporting progress.
    public func importContacts(_ streams: [ContactStream], onDuplicate known: DuplicatePolicy?) async throws
        -> ImportReport
    {
        try await importContacts(streams, onDuplicate: known, reportingTo: ImportListener())
    }

    public func importCatalogs(_ catalogs: [CatalogStream]) async throws -> CatalogReport {
        try await importCatalogs(catalogs, reportingTo: ImportListener())
    }
}

/// A byte target in memory that passes its content to a closure when the content is complete.
public final class InMemoryByteTarget: ByteTarget {
    private let bytes = Mutex<[UInt8]>([])
    private let save: @Sendable ([UInt8]) throws -> Void

    public init(save: @escaping @Sendable ([UInt8]) throws -> Void) { self.save = save }

    public var written: [UInt8] { bytes.withLock { $0 } }

    public func write(_ bytes: [UInt8]) { self.bytes.withLock { $0 += bytes } }
    public func finish() throws { try save(bytes.withLock { $0 }) }
    public func discard() {}
}
