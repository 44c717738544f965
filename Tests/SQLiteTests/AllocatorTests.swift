import CSQLite
import Dispatch
import SQLite
import Synchronization
import TestSupport
import Testing

/// The memory that SQLite allocates and frees on several threads.
@Suite struct AllocatorTests {
    init() throws {
        // The first connection installs the allocator.
        _ = try Connection.inMemory()
    }

    @Test(arguments: [1, 15, 16, 17, 24, 511, 512, 513, 1024, 40_000])
    func `A block has at least the requested size and is aligned`(size: Int) throws {
        let block = try #require(sqlite3_malloc64(UInt64(size)))
        defer { sqlite3_free(block) }
        #expect(sqlite3_msize(block) >= size)
        #expect(UInt(bitPattern: block).isMultiple(of: 8))
    }

    @Test(arguments: [1, 16, 500, 512, 513, 5000], [1, 16, 500, 512, 513, 5000])
    func `A block keeps its content when its size changes`(before: Int, after: Int) throws {
        let block = try #require(sqlite3_malloc64(UInt64(before)))
        block.initializeMemory(as: UInt8.self, repeating: 7, count: before)
        let resized = try #require(sqlite3_realloc64(block, UInt64(after)))
        defer { sqlite3_free(resized) }
        let content = UnsafeRawBufferPointer(start: resized, count: min(before, after))
        #expect(content.allSatisfy { $0 == 7 })
        #expect(sqlite3_msize(resized) >= after)
    }

    @Test(.long("many threads")) func `Threads can free blocks allocated by other threads`() throws {
        let faults = Atomic(0)
        // The blocks are stored as addresses, because pointers are not `Sendable`.
        let blocks = Mutex([UInt](repeating: 0, count: 100))
        DispatchQueue.concurrentPerform(iterations: Soak.isOn ? 64 : 16) { thread in
            var generator = UInt64(thread)
            for _ in 1...200 {
                generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let size = 8 + Int(generator >> 33) % 700
                guard let block = sqlite3_malloc64(UInt64(size)) else { continue }
                let byte = UInt8(truncatingIfNeeded: size)
                block.initializeMemory(as: UInt8.self, repeating: byte, count: size)
                block.storeBytes(of: UInt32(size), as: UInt32.self)
                let index = Int(generator >> 20) % 100
                let other = blocks.withLock { blocks in
                    defer { blocks[index] = UInt(bitPattern: block) }
                    return UnsafeMutableRawPointer(bitPattern: blocks[index])
                }
                guard let other else { continue }
                let count = Int(other.load(as: UInt32.self))
                let content = UnsafeRawBufferPointer(start: other, count: count)[4...]
                if !content.allSatisfy({ $0 == UInt8(truncatingIfNeeded: count) }) {
                    faults.add(1, ordering: .relaxed)
                }
                sqlite3_free(other)
            }
        }
        #expect(faults.load(ordering: .relaxed) == 0)
        blocks.withLock { $0.forEach { sqlite3_free(UnsafeMutableRawPointer(bitPattern: $0)) } }
    }
}
