import Display
import Localization
import Model
import Navigation

/// A list whose pages are read on demand.
struct PagedList<State: PagedState & Sendable, Item: Hashable & Sendable>: Sendable {
    let key: String
    let state: State
    let placeholder: Message
    /// Whether more pages are loaded after the first page.
    var continues = true
    /// Whether the rows are numbered.
    var isNumbered = false
    let id: @Sendable (Item) -> State.Key
    let read: @Sendable (State) async throws -> ResultPage<Item>

    /// Returns a table that starts with a page and loads the following pages.
    func block(
        _ page: ResultPage<Item>, _ columns: [Column], _ keys: [String]? = nil,
        rows: @escaping @Sendable (Item) -> [Row]
    ) -> Block {
        .table(table(page, columns, keys, rows: rows))
    }

    private func table(
        _ page: ResultPage<Item>, _ columns: [Column], _ keys: [String]?, rows: @escaping @Sendable (Item) -> [Row]
    ) -> Table {
        let next = page.hasMore ? page.items.last.map { state.starting(.after(id($0))) } : nil
        let more = next.map { next in NextPage { table(try await read(next), columns, keys, rows: rows) } }
        return Table(
            key, columns: columns, rows: page.items.flatMap(rows), keys: keys, firstNumber: isNumbered ? 1 : nil,
            placeholder: placeholder, next: continues ? more : nil, rest: continues ? nil : more)
    }
}
