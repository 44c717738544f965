import Display
import Model

/// Reads the pages of one list, and lays them out as a table that fetches the rest by itself.
struct ListReader<Content: Presentable>: Sendable {
    let source: any RecordDataSource<Content>
    let context: FlowContext
    let scope: ListScope
    let pageSize: Int
    let today: CivilDate

    init(_ source: some RecordDataSource<Content>, of scope: ListScope? = nil, in context: FlowContext) {
        self.source = source
        self.scope = scope ?? .usual
        self.context = context
        pageSize = context.pageSize
        today = context.today
    }

    /// The page a state looks at, and whether any come before it. Where fewer than a page come before a record, or where
    /// the record a page begins at is gone, that is the first page.
    func slice(_ state: ListState<Content.Order>) async throws -> (slice: Slice<Content>, isFirst: Bool) {
        var listing = Listing(
            scope == .usual && state.isWhole ? .all : scope, by: state.order, isDescending: state.isDescending,
            limit: state.limit ?? pageSize)
        let first = listing
        do {
            switch state.start {
            case .beginning: break
            case .after(let address):
                listing.after = address
                return (try await source.list(listing), isFirst: false)
            case .before(let address):
                listing.before = address
                let slice = try await source.list(listing)
                if slice.hasMore { return (slice, isFirst: false) }
            }
        } catch RecordProblem.notFound {}
        return (try await source.list(first), isFirst: true)
    }

    func table(_ slice: Slice<Content>, state: ListState<Content.Order>) async throws -> Table {
        let addresses = slice.records.map(\.address)
        let favorites = try await context.favorites(among: addresses)
        let mayGoOn = slice.hasMore && state.limit == nil
        return Table(
            Content.kind.plural, columns: Content.columns,
            rows: slice.records.map { $0.row(isFavorite: favorites.contains($0.address), on: today) },
            firstNumber: 1, placeholder: Content.placeholder,
            next: mayGoOn ? addresses.last.map { last in nextPage(after: last, state: state) } : nil)
    }

    private func nextPage(after last: Address, state: ListState<Content.Order>) -> NextPage {
        NextPage {
            var next = state
            next.start = .after(last)
            return try await table(try await slice(next).slice, state: next)
        }
    }
}
