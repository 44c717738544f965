import Display
import Model

extension Occasion {
    static let columns = [
        Column("next", "Next"), Column("days", "Days", .trailing), Column("name", "Name", isIdentifying: true),
        Column("occasion", "Occasion"), Column("years", "Years", .trailing), .address,
    ]

    static let keys = ["address", "name", "occasion", "date", "next", "days", "years"]

    /// A row for people and programs: when it comes, how soon, and how many years it will be.
    func row(on today: CivilDate) -> Row {
        let next = next(from: today)
        return Row(
            address: id.person.address.description,
            [
                Field("address", "Address", .text(id.person.address.description)),
                Field("name", "Name", .text(name)),
                Field("occasion", "Occasion", .text(id.kind.rawValue)),
                Field("date", "Date", .date(iso: date.description, words: DateWords.words(for: date, on: today))),
                Field("next", "Next", .date(iso: next.description, words: DateWords.shortWords(next))),
                Field("days", "Days", .integer(next.daysSince1970 - today.daysSince1970)),
                Field("years", "Years", .integer(orNone: years(on: next))),
            ])
    }
}
