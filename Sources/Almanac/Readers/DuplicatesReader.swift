import Display
import Model
import Navigation

/// A reader of possible duplicates.
struct DuplicatesReader: Sendable {
    let duplicates: any DuplicateDataSource
    let pageSize: Int

    func page(_ state: DuplicatesState) async throws -> ResultPage<DuplicatePair> {
        let limit = state.limit ?? pageSize
        var page = try await duplicates.pairs(matching: state.narrowing, at: state.start, limit: limit)
        if state.limit != nil, page.items.count > limit {
            page.items = Array(page.items.prefix(limit))
            page.hasMore = true
        }
        return page
    }

    func table(_ page: ResultPage<DuplicatePair>, _ state: DuplicatesState) -> Table {
        PagedTable(
            key: "duplicates", placeholder: state.placeholder("No duplicates found."),
            continues: state.limit == nil, isNumbered: true
        ) { try await self.page(state.starting(.after($0.key))) }
        .table(page, DuplicatePair.columns, DuplicatePair.keys) { [$0.row] }
    }
}
