/// A cache of prepared statements, keyed by their SQL text.
///
/// A statement in use is not checked out again, so runs of the same SQL text can be nested.
final class StatementCache {
    private static let capacity = 200
    @exclusivity(unchecked) private var handles: [Key: StatementHandle] = [:]
    /// The statement that was checked out last.
    @exclusivity(unchecked) private var latest: StatementHandle?
    @exclusivity(unchecked) private var clock = 0

    func checkOut(_ sql: String) -> StatementHandle? {
        // Loops check out the same statement repeatedly.
        let handle: StatementHandle
        if let latest, latest.sql == sql {
            handle = latest
        } else if let found = handles[Key(sql: sql)] {
            handle = found
            latest = found
        } else {
            return nil
        }
        guard !handle.isInUse else { return nil }
        clock += 1
        handle.lastUse = clock
        handle.isInUse = true
        return handle
    }

    /// Adds a statement, evicting the least recently used statement if the cache is full.
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
        latest = nil
    }
}

/// The SQL text of a statement. The hash covers only its length and 24 bytes at positions where statements tend to
/// differ.
private struct Key: Hashable {
    let sql: String

    func hash(into hasher: inout Hasher) {
        let bytes = sql.utf8Span.span.bytes
        var sample = UInt64(truncatingIfNeeded: bytes.byteCount)
        if bytes.byteCount >= 24 {
            for part in 1...3 {
                let word = bytes.unsafeLoadUnaligned(
                    fromByteOffset: (bytes.byteCount &- 8) &* part / 3, as: UInt64.self)
                sample = (sample ^ word) &* 0x9E37_79B9_7F4A_7C15
            }
        }
        hasher.combine(sample)
    }
}
