import Display
import Model

extension Occasion {
    static let columns = [
        Column("next", "Next"), Column("days", "Days", .trailing), Column("name", "Name", isIdentifying: true),
        Column("occasion", "Occasion"), Column("years", "Years", .trailing), .id,
    ]

    static let keys = ["id", "name", "occasion", "date", "next", "days", "years"]

    func row(on today: CivilDate) -> Row {
        let next = next(from: today)
        return id.person.address.row([
            Field("name", "Name", .text(name)),
            Field("occasion", "Occasion", .text(id.kind.rawValue)),
            Field("date", "Date", .date(date, on: today)),
            Field("next", "Next", .date(iso: next.description, words: DateText.shortWords(next))),
            Field("days", "Days", .integer(next.daysSince1970 - today.daysSince1970)),
            Field("years", "Years", .integer(orNone: years(on: next))),
        ])
    }
}
