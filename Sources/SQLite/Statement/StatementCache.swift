/// Keeps prepared statements by their text, since to prepare one costs more than to run it.
///
/// One that is in use is never handed out again, so the same text may nest.
final class StatementCache {
    private static let capacity = 200
    private var handles: [Key: StatementHandle] = [:]
    private var clock = 0

    func take(_ sql: String) -> StatementHandle? {
        guard let handle = handles[Key(sql: sql)], !handle.isInUse else { return nil }
        clock += 1
        handle.lastUse = clock
        handle.isInUse = true
        return handle
    }

    /// Keeps a fresh statement, in place of the one that was used longest ago when there are too many.
    func add(_ handle: StatementHandle, for sql: String) {
        guard handles[Key(sql: sql)] == nil else { return }
        if handles.count >= Self.capacity, let oldest = handles.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            handles[oldest.key] = nil
        }
        clock += 1
        handle.lastUse = clock
        handles[Key(sql: sql)] = handle
    }

    func removeAll() {
        handles = [:]
    }

    var count: Int {
        handles.count
    }
}

/// The text of a statement, looked up at each call: its hash is made of its length and a few of its bytes only.
private struct Key: Hashable {
    let sql: String

    func hash(into hasher: inout Hasher) {
        let bytes = sql.utf8Span.span
        var sample = UInt64(truncatingIfNeeded: bytes.count)
        if bytes.count >= 16 {
            for part in 1...14 {
                sample = sample &* 31 &+ UInt64(bytes[bytes.count &* part / 15])
            }
        }
        hasher.combine(sample)
    }
}
