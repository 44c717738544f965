import Display
import Localization
import Model
import Navigation

/// Reads birthdays and anniversaries a page at a time, from today on.
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
            ? "No birthday or anniversary is known: “edit persons/7 birthday=1977-05-25” tells one."
            : "None in that time; “birthdays” lists all."
        return PagedTable(
            key: "birthdays", placeholder: state.look.placeholder(usual), continues: state.look.limit == nil,
            isNumbered: true
        ) { try await self.page(state.starting(.after($0.id))) }
        .table(page, Occasion.columns, Occasion.keys) { [$0.row(on: today)] }
    }
}
