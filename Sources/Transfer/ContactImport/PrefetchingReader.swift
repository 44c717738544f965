import Dispatch
import Interchange
import Synchronization

/// Reads a stream and makes its items ready on a thread of its own, a few parts ahead of whoever takes them in.
///
/// No task: whoever takes them in waits for them, and may hold the only thread that tasks have.
final class PrefetchingReader<Ready: Sendable>: Sendable {
    /// Some items, one after the other.
    struct Part: Sendable {
        fileprivate(set) var items: [Ready] = []
        /// So much of the stream was taken with them.
        fileprivate(set) var taken = ReadProgress()
        /// What broke the stream behind them.
        fileprivate var failure: (any Error)?
        fileprivate var isLast = false
    }

    private struct State {
        var parts: [Part] = []
        var isStopped = false
    }

    private static var itemsInPart: Int { 100 }
    /// Of the source; a part ends at whichever comes first.
    private static var bytesInPart: Int { 1 << 20 }
    /// With more items than an import writes together, so that reading goes on meanwhile.
    private static var partsAhead: Int { 6 }

    private let state = Mutex(State())
    /// Counts the parts that wait to be taken.
    private let filled = DispatchSemaphore(value: 0)
    /// Counts those that there is room for. It begins at none: one that goes away below where it began is a crash.
    private let free = DispatchSemaphore(value: 0)
    /// The thread has let go of the stream.
    private let ended = DispatchSemaphore(value: 0)

    /// Hands over the parts of a stream, the last of which may be empty, and throws behind the last what broke the stream.
    /// Nothing is read any more once it returns or throws.
    static func forEachPart<Item>(
        of stream: ItemStream<Item>, ready: @escaping @Sendable (Item) throws -> Ready, _ take: (Part) throws -> Void
    ) throws {
        let reading = PrefetchingReader()
        DispatchQueue(label: "reading ahead").async { reading.run(stream, ready) }
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
