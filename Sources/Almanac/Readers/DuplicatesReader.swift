import Display
import Model
import Navigation

/// Reads the pages of the likely pairs, and lays them out as a table that fetches the rest by itself.
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
        let more = page.hasMore ? page.items.last.map { nextPage(behind: $0.key, state) } : nil
        return Table(
            "duplicates", columns: DuplicatePair.columns, rows: page.items.map(\.row), keys: DuplicatePair.keys,
            firstNumber: 1, placeholder: state.placeholder("Nobody seems to be here twice."),
            next: state.limit == nil ? more : nil,
            rest: state.limit == nil ? nil : more)
    }

    private func nextPage(behind last: DuplicateKey, _ state: DuplicatesState) -> NextPage {
        NextPage {
            let next = state.starting(.after(last))
            return table(try await page(next), next)
        }
    }
}
