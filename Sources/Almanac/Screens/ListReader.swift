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

    /// The page a state looks at.
    func slice(_ state: ListState<Content.Order>) async throws -> Slice<Content> {
        try await source.list(state.listing(of: scope, pageSize: pageSize))
    }

    func table(_ slice: Slice<Content>, state: ListState<Content.Order>) async throws -> Table {
        let addresses = slice.records.map(\.address)
        let favorites = try await context.favorites(among: addresses)
        let more = slice.hasMore ? addresses.last.map { nextPage(after: $0, state: state) } : nil
        return Table(
            Content.kind.plural, columns: Content.columns,
            rows: slice.records.map { $0.row(isFavorite: favorites.contains($0.address), on: today) },
            firstNumber: 1,
            placeholder: placeholder(state),
            next: state.limit == nil ? more : nil, rest: state.limit == nil ? nil : more)
    }

    private func placeholder(_ state: ListState<Content.Order>) -> String {
        guard state.narrowing.isEmpty else {
            return "Nothing here matches “\(state.narrowing)”; “/” shows everything again."
        }
        if let filter = state.filter {
            return "Nothing here fits “\(filter.text)”; “where” alone shows everything again."
        }
        return state.isUngrouped ? "Everybody is in a group." : Content.placeholder
    }

    private func nextPage(after last: Address, state: ListState<Content.Order>) -> NextPage {
        NextPage(count: {
            try await source.count(state.scope(unless: scope), matching: state.narrowing, where: state.filter)
        }) {
            let next = state.starting(.after(last))
            return try await table(try await slice(next), state: next)
        }
    }
}
