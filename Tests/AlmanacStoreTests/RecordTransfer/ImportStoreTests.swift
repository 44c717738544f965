import Glibc
import Interchange
import Model
import Synchronization
import TestSupport
import Testing
@testable import AlmanacStore

struct PrefetchingReaderTests {
    /// A source of numbered items that ends or fails after the last item.
    private final class Numbers: ByteSource {
        struct SourceFailure: Error {}

        let name = "numbers"
        let size: Int? = nil
        private let count: Int
        private let bytes: Int
        private let breaks: Bool
        private let given = Mutex(0)
        let reads = EventCounter()
        var consumed: Int { given.withLock { $0 } }

        init(_ count: Int, bytes: Int = 1, breaks: Bool = false) {
            self.count = count
            self.bytes = bytes
            self.breaks = breaks
        }

        func read() throws -> [UInt8] {
            try given.withLock { (given) throws -> [UInt8] in
                if given == count, breaks { throw SourceFailure() }
                if given == count { return [] }
                given += 1
                reads.increment()
                return [UInt8](repeating: UInt8(truncatingIfNeeded: given), count: bytes)
            }
        }
    }

    private struct FirstByteReader: ItemReader {
        private var waiting: [UInt8] = []

        mutating func feed(_ chunk: [UInt8]) { waiting += chunk.prefix(1) }
        mutating func finish() {}
        mutating func next() -> UInt8? { waiting.isEmpty ? nil : waiting.removeFirst() }
    }

    private struct ConsumerError: Error {}

    @Test(arguments: [0, 1, 99, 100, 101, 600, 5000], [false, true])
    func `All items are returned in their original order, even if an error follows`(count: Int, breaks: Bool) throws {
        let numbers = Numbers(count, breaks: breaks)
        var items: [UInt8] = []
        var taken = ReadProgress()
        func readAll() throws {
            try PrefetchingReader.forEachPart(of: ItemStream(numbers, by: FirstByteReader()), ready: { $0 &+ 1 }) {
                part in
                items += part.items
                taken = part.taken
            }
        }
        if breaks { #expect(throws: Numbers.SourceFailure.self, performing: readAll) } else { try readAll() }
        #expect(items == (0..<count).map { UInt8(truncatingIfNeeded: $0 + 2) })
        #expect(taken.bytes == count && taken.items == count)
    }

    /// Checks that six parts, each ending after 1 MB or 100 items, are ready while one is used and one is prepared.
    @Test(arguments: [1, 3, 40], [(1, 100), (600_000, 2), (2_000_000, 1)])
    func `The reader stays a limited number of parts ahead and stops when the consumer stops`(
        parts: Int, items: (bytes: Int, inPart: Int)
    ) throws {
        let numbers = Numbers(1_000_000, bytes: items.bytes)
        var (seen, ahead) = (0, 0)
        #expect(throws: ConsumerError.self) {
            try PrefetchingReader.forEachPart(of: ItemStream(numbers, by: FirstByteReader()), ready: { $0 }) { part in
                seen += part.items.count
                if seen < parts * part.items.count { return }
                #expect(numbers.reads.wait(for: seen + 6 * items.inPart, timeout: .seconds(20)))
                // A reader without a limit would continue immediately.
                #expect(!numbers.reads.wait(for: 2 * items.inPart + 1, timeout: .milliseconds(20)))
                ahead = numbers.consumed - seen
                throw ConsumerError()
            }
        }
        #expect(ahead >= 6 * items.inPart && ahead <= 8 * items.inPart)
        let consumed = numbers.consumed
        for _ in 0..<1000 { #expect(numbers.consumed == consumed) }
    }

    @Test func `An item that cannot be prepared ends the stream after the previous items`() throws {
        var items: [UInt8] = []
        #expect(throws: ConsumerError.self) {
            try PrefetchingReader.forEachPart(
                of: ItemStream(Numbers(500), by: FirstByteReader()),
                ready: { if $0 == 130 { throw ConsumerError() } else { return $0 } }
            ) { items += $0.items }
        }
        #expect(items == Array(1..<130))
    }
}

@Suite struct ImportedPhotosTests {
    @Test(
        "The photos of an import are kept if its records may have been written",
        arguments: [
            (StoreProblem.savedUnconfirmed(detail: ""), true), (.unknownOutcome(detail: ""), true), (.tooLong, false),
        ])
    func discarding(problem: StoreProblem, isKept: Bool) async throws {
        let store = try await TemporaryStore()
        let photos = ImportedPhotos(store: store.store.blobs, isDryRun: false)
        let gif = try Photo(bytes: Array("GIF89a".utf8))
        let id = try #require(try photos.save(gif))
        photos.discard(after: problem)
        #expect((try? store.store.blobs.load(id, as: Photo.self)) == (isKept ? gif : nil))
    }
}
