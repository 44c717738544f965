import Synchronization

/// Lines that were entered together and are carried out one after the other; where one fails, the others are not.
final class PendingLines: Sendable {
    private let lines = Mutex<[String]>([])

    func wait(_ next: some Sequence<String>) {
        lines.withLock { $0 = Array(next) }
    }

    func next() -> String? {
        lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    /// How many are not carried out any more.
    func drop() -> Int {
        lines.withLock { lines in
            defer { lines = [] }
            return lines.count
        }
    }
}
