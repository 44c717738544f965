import Dispatch
import Interchange
import Model
import SQLite
import Synchronization

/// A data source that imports contacts and catalogs. Each import is one transaction.
public struct ImportStore: ImportDataSource {
    let database: StoreDatabase
    let clock: StoreClock
    let blobs: PersistentDataStore

    public func importContacts(
        _ streams: [ContactStream], onDuplicate decisions: DuplicateDecisions, reportingTo listener: ImportListener,
        in context: CommandContext
    ) async throws -> ImportReport {
        let photos = ImportedPhotos(store: blobs, isDryRun: context.isDryRun)
        do {
            let report = try await database.recording(
                in: context, at: clock, isKept: { !$0.isOpen }, collects: false
            ) { connection in
                var importer = try CardImporter(
                    onDuplicate: decisions, reportingTo: listener, photos: photos,
                    by: context.author, in: connection)
                return try importer.importCards(from: streams)
            }
            if report.isOpen { photos.discard() }
            return report
        } catch {
            photos.discard(after: error)
            throw error
        }
    }

    public func importCatalogs(
        _ catalogs: [CatalogStream], onDuplicate decisions: DuplicateDecisions, reportingTo listener: ImportListener,
        in context: CommandContext
    ) async throws -> CatalogReport {
        try await database.recording(
            in: context, at: clock, isKept: { !$0.isOpen }, collects: false
        ) { connection in
            var importer = CatalogImporter(onDuplicate: decisions, reportingTo: listener, in: connection)
            return try importer.importRows(of: catalogs)
        }
    }
}

/// A reader that prepares stream items on a background thread, ahead of the consumer.
final class PrefetchingReader<Ready: Sendable>: Sendable {
    // The consumer runs synchronously within a transaction and cannot await. Therefore, the threads use semaphores.
    struct Part: Sendable {
        fileprivate(set) var items: [Ready] = []
        /// The progress of reading at the end of this part.
        fileprivate(set) var taken = ReadProgress()
        fileprivate var failure: (any Error)?
        fileprivate var isLast = false
    }

    private struct State {
        var parts: [Part] = []
        var isStopped = false
    }

    private static var itemsInPart: Int { 100 }
    /// The number of bytes after which a part ends.
    private static var bytesInPart: Int { 1 << 20 }
    /// The number of parts to prepare in advance. They can contain more items than an import writes in one batch.
    private static var partsAhead: Int { 6 }

    private let state = Mutex(State())
    /// A semaphore that counts the prepared parts.
    private let filled = DispatchSemaphore(value: 0)
    /// A semaphore that counts the parts that may be prepared. It starts at 0, because Dispatch traps if a semaphore is
    /// destroyed below its initial value.
    private let free = DispatchSemaphore(value: 0)
    /// A semaphore that is signaled when the thread has released the stream.
    private let ended = DispatchSemaphore(value: 0)

    /// Calls a closure with each part of a stream. The last part may be empty. Reading has stopped when this method
    /// returns or throws.
    ///
    /// - Throws: The error that ended the stream, after the last part.
    static func forEachPart<Item>(
        of stream: ItemStream<Item>, ready: @escaping @Sendable (Item) throws -> Ready, _ take: (Part) throws -> Void
    ) throws {
        let reading = PrefetchingReader()
        // Unlike a Dispatch block, a task has the task-local values of its caller, such as the region for dates.
        Task(executorPreference: BlockingExecutor.shared) { reading.run(stream, ready) }
        defer { reading.stop() }
        while true {
            let part = reading.next()
            try take(part)
            if let failure = part.failure { throw failure }
            if part.isLast { return }
        }
    }

    private init() {
        for _ in 0..<Self.partsAhead { free.signal() }
    }

    private func run<Item>(_ stream: ItemStream<Item>, _ ready: (Item) throws -> Ready) {
        defer { ended.signal() }
        var stream = stream
        while true {
            let part = Self.part(of: &stream, ready)
            free.wait()
            let isStopped = state.withLock { state in
                state.parts.append(part)
                return state.isStopped
            }
            filled.signal()
            if part.isLast || isStopped { return }
        }
    }

    private static func part<Item>(of stream: inout ItemStream<Item>, _ ready: (Item) throws -> Ready) -> Part {
        var part = Part()
        part.items.reserveCapacity(itemsInPart)
        let limit = stream.taken.bytes + bytesInPart
        do {
            while part.items.count < itemsInPart, stream.taken.bytes < limit, !part.isLast {
                if let item = try stream.next() { part.items.append(try ready(item)) } else { part.isLast = true }
            }
        } catch {
            (part.failure, part.isLast) = (error, true)
        }
        part.taken = stream.taken
        return part
    }

    private func next() -> Part {
        filled.wait()
        defer { free.signal() }
        return state.withLock { $0.parts.removeFirst() }
    }

    private func stop() {
        state.withLock { $0.isStopped = true }
        free.signal()
        ended.wait()
    }
}

/// An estimate of the number of items in all files, based on the items read so far.
struct ExpectedCount {
    // A sum of sizes that file systems report can overflow an integer.
    private let size: Double?
    private var passed = ReadProgress()

    init(_ sources: [any ByteSource]) {
        let sizes = sources.compactMap(\.size)
        size = sizes.count == sources.count ? sizes.map(Double.init).reduce(0, +) : nil
    }

    mutating func pass(_ part: ReadProgress) { passed += part }

    /// Returns the estimate, or `nil` if the total size is unknown or nothing has been read.
    func total(with part: ReadProgress) -> Int? {
        var taken = passed
        taken += part
        guard let size, taken.bytes > 0, taken.items > 0 else { return nil }
        return Int(exactly: (Double(taken.items) * size / Double(taken.bytes)).rounded(.down))
    }
}
