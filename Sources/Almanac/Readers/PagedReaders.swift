import Display
import Localization
import Model
import Navigation

/// A table that loads more pages on demand.
struct PagedTable<Item: Hashable & Sendable>: Sendable {
    let key: String
    let placeholder: Message
    /// Whether more pages are loaded after the first page.
    var continues = true
    /// Whether the rows are numbered.
    var isNumbered = false
    /// A function that returns the page after an item.
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

/// A reader of upcoming birthdays and anniversaries.
struct OccasionReader: Sendable {
    let source: any OccasionDataSource
    let today: CivilDate
    let pageSize: Int

    func page(_ state: BirthdaysState) async throws -> ResultPage<Occasion> {
        try await source.occasions(
            in: YearlySpan(from: today, days: state.within), matching: state.look.narrowing, at: state.start,
            limit: state.look.limit ?? pageSize)
    }

    func table(_ page: ResultPage<Occasion>, _ state: BirthdaysState) -> Table {
        let usual: Message =
            state.within == nil
            ? "No birthdays or anniversaries yet. Use a command such as “edit persons/7 birthday=1977-05-25” to set one."
            : "No birthdays or anniversaries in this period. Use “birthdays” to list all."
        return PagedTable(
            key: "birthdays", placeholder: state.look.placeholder(usual), continues: state.look.limit == nil,
            isNumbered: true
        ) { try await self.page(state.starting(.after($0.id))) }
        .table(page, Occasion.columns, Occasion.keys) { [$0.row(on: today)] }
    }
}
