import Model
import Text

/// Reads on, a batch at a time, until enough is found that has the words somebody narrows a list by.
struct PrefilteredReading {
    private let wanted: WordBeginnings?

    /// - Parameter text: Empty for everything.
    init(_ text: String) { wanted = WordBeginnings(text) }

    private static let batch = 200

    /// At most so many, in the order in which they are read.
    ///
    /// - Parameters:
    ///   - key: What the next batch begins behind.
    ///   - text: What must have the words.
    ///   - read: Reads so many from a start on.
    func items<Item, Key>(
        from start: PageCursor<Key>, limit: Int, key: (Item) -> Key, text: (Item) -> String,
        read: (PageCursor<Key>, Int) throws -> [Item]
    ) throws -> [Item] {
        guard let wanted else { return try read(start, limit) }
        var found: [Item] = []
        var start = start
        while found.count < limit {
            let batch = try read(start, Self.batch)
            found += batch.filter { wanted.areIn(text($0)) }
            guard batch.count == Self.batch, let last = batch.last.map(key) else { break }
            start = start.isBackwards ? .before(last) : .after(last)
        }
        return Array(found.prefix(limit))
    }
}
