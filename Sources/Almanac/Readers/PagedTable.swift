import Display
import Localization
import Model

/// A table that loads further pages on demand.
struct PagedTable<Item: Hashable & Sendable>: Sendable {
    let key: String
    let placeholder: Message
    /// Whether to load pages after the first.
    var continues = true
    /// Whether rows have numbers.
    var isNumbered = false
    /// Returns the page after an item.
    let next: @Sendable (Item) async throws -> ResultPage<Item>

    func table(
        _ page: ResultPage<Item>, _ columns: [Column], _ keys: [String]? = nil,
        rows: @escaping @Sendable (Item) -> [Row]
    ) -> Table {
        let more =
            page.hasMore
            ? page.items.last.map { last in NextPage { table(try await next(last), columns, keys, rows: rows) } } : nil
        return Table(
            key, columns: columns, rows: page.items.flatMap(rows), keys: keys, firstNumber: isNumbered ? 1 : nil,
            placeholder: placeholder, next: continues ? more : nil, rest: continues ? nil : more)
    }
}
