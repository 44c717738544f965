import Display
import Localization
import Model
import Navigation

/// A reader of birthdays and anniversaries, starting today.
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
