import Interchange
import Synchronization
import Testing

@testable import AlmanacStore

struct ReadingAheadTests {
    /// One byte a time: its number, from 1 on; then it ends, or breaks.
    private final class Numbers: ByteSource {
        struct Broken: Error {}

        let name = "numbers"
        let size: Int? = nil
        private let count: Int
        private let breaks: Bool
        private let given = Mutex(0)
        var consumed: Int { given.withLock { $0 } }

        init(_ count: Int, breaks: Bool = false) {
            self.count = count
            self.breaks = breaks
        }

        func read() throws -> [UInt8] {
            try given.withLock { (given) throws -> [UInt8] in
                if given == count, breaks { throw Broken() }
                if given == count { return [] }
                given += 1
                return [UInt8(truncatingIfNeeded: given)]
            }
        }
    }

    private struct Bytes: ItemReading {
        private var waiting: [UInt8] = []

        mutating func feed(_ chunk: [UInt8]) { waiting += chunk }
        mutating func finish() {}
        mutating func next() -> UInt8? { waiting.isEmpty ? nil : waiting.removeFirst() }
    }

    private struct Enough: Error {}

    @Test(arguments: [0, 1, 49, 50, 51, 600, 5000], [false, true])
    func `gives every item in its order, and what ended them behind the last`(count: Int, breaks: Bool) throws {
        let numbers = Numbers(count, breaks: breaks)
        var items: [UInt8] = []
        var taken = TakenPart()
        func readAll() throws {
            try ReadingAhead.forEachPart(of: ItemStream(numbers, by: Bytes()), ready: { $0 &+ 1 }) { part in
                items += part.items
                taken = part.taken
            }
        }
        if breaks { #expect(throws: Numbers.Broken.self, performing: readAll) } else { try readAll() }
        #expect(items == (0..<count).map { UInt8(truncatingIfNeeded: $0 + 2) })
        #expect(taken.bytes == count && taken.items == count)
    }

    @Test(arguments: [1, 3, 40])
    func `reads no further than some parts ahead, and nothing once it was given up`(parts: Int) throws {
        let numbers = Numbers(1_000_000)
        var seen = 0
        #expect(throws: Enough.self) {
            try ReadingAhead.forEachPart(of: ItemStream(numbers, by: Bytes()), ready: { $0 }) { part in
                seen += part.items.count
                if seen >= parts * part.items.count { throw Enough() }
            }
        }
        let consumed = numbers.consumed
        #expect(consumed >= seen && consumed <= seen + 1000)
        for _ in 0..<1000 { #expect(numbers.consumed == consumed) }
    }

    @Test func `an item that cannot be made ready ends it behind those before it`() throws {
        var items: [UInt8] = []
        #expect(throws: Enough.self) {
            try ReadingAhead.forEachPart(
                of: ItemStream(Numbers(500), by: Bytes()), ready: { if $0 == 130 { throw Enough() } else { return $0 } }
            ) { items += $0.items }
        }
        #expect(items == Array(1..<130))
    }
}
