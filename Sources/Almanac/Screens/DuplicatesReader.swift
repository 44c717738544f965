import Display
import Model

/// Reads the pages of the likely pairs, and lays them out as a table that fetches the rest by itself.
struct DuplicatesReader: Sendable {
    let duplicates: any DuplicateDataSource
    let pageSize: Int

    func page(_ state: DuplicatesState) async throws -> DuplicatePage {
        let limit = state.limit ?? pageSize
        var page = try await duplicates.pairs(after: state.after, limit: limit)
        if state.limit != nil { page.pairs = Array(page.pairs.prefix(limit)) }
        return page
    }

    func table(_ page: DuplicatePage, _ state: DuplicatesState) -> Table {
        Table(
            "duplicates", columns: DuplicatePair.columns, rows: page.pairs.map(\.row), firstNumber: 1,
            placeholder: "Nobody seems to be here twice.",
            next: state.limit == nil ? page.next.map(nextPage) : nil)
    }

    private func nextPage(after place: String) -> NextPage {
        NextPage {
            let state = DuplicatesState(after: place)
            return table(try await page(state), state)
        }
    }
}
