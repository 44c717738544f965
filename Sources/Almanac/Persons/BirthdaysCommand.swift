import Display
import Interchange
import Localization
import Model
import Navigation

/// The command that lists upcoming birthdays and anniversaries or exports them as a calendar.
struct BirthdaysCommand: Sendable {
    let occasions: any OccasionDataSource
    let file: CalendarFile
    let clock: Clock
    let resolver: RecordResolver

    var command: Command {
        Command(
            "birthdays",
            Argument.within("Show only dates within a period, such as 30d, 4w, or 1m", clock),
            Argument.option("--of", "GROUP", "Show only the members of a group", .record(.group)),
            .limit,
            .calendar,
            about: "List birthdays and anniversaries, soonest first",
            examples: [
                "birthdays --within 30d", "birthdays --of Family", "birthdays --ics > birthdays.ics",
                "birthdays --ics --alarm 1d",
            ],
            details: """
                In common years, 29 February is listed on 1 March. A future date, such as a wedding, is listed if it \
                is less than a year away. Events keep their UIDs, so importing a calendar again updates them. Events \
                begin at midnight: `--alarm 1d` reminds you a day before, and `--alarm 15h` at 9:00 on the day before.
                """
        ) { invocation, days, group, limit, request in
            let id = if let group { try await resolver.id(group) } else { RecordID?.none }
            let state = BirthdaysState(
                within: days, of: id.flatMap(Group.ID.init), listState: PagedListState(limit: limit))
            guard let request else { return try invocation.nearest((any AppNavigator).self).showBirthdays(state) }
            return try await calendar(state, request)
        }
    }

    private func calendar(_ state: BirthdaysState, _ request: CalendarRequest) async throws -> NavigationAction {
        var calendar = CalendarWriter("Birthdays", alarm: request.alarm)
        var page = ResultPage<Occasion>([], hasMore: true)
        var number = 0
        let most = state.listState.limit ?? .max
        while page.hasMore, number < most {
            page = try await occasions.occasions(
                in: YearlySpan(from: clock.today(), days: state.within), of: state.group, matching: "",
                at: page.items.last.map { .after($0.id) } ?? .beginning, limit: min(Self.pageSize, most - number))
            for occasion in page.items { calendar.add(occasion) }
            number += page.items.count
        }
        return try await file.write(
            calendar.finished(), of: number, to: request,
            orNotify: "No birthdays or anniversaries found. No calendar was written.")
    }

    private static let pageSize = 1000
}

extension Occasion {
    static let columns = [
        Column("next", "Next"), Column("name", "Name", isIdentifying: true), Column("occasion", "Occasion"),
        Column("days", "Days", .trailing), Column("years", "Years", .trailing), .id,
    ]

    static let keys = ["id", "name", "occasion", "date", "next", "days", "years"]

    func row(on today: CivilDate) -> Row {
        let next = next(from: today)
        return id.person.recordID.row([
            Field("name", "Name", .text(name)),
            Field("occasion", "Occasion", .text(id.kind.rawValue)),
            Field("date", "Date", .date(date, on: today)),
            Field("next", "Next", .date(iso: next.description, words: DateText.shortWords(next))),
            Field("days", "Days", .integer(next.daysSince1970 - today.daysSince1970)),
            Field("years", "Years", .integer(orNone: years(on: next))),
        ])
    }
}

// The list does not belong to a flow. It opens persons through the nearest navigator in the responder chain.
extension PageScreen {
    static func birthdays(
        _ state: BirthdaysState, of group: RecordReference?, _ occasions: any OccasionDataSource,
        in context: FlowContext
    ) async throws -> PageScreen {
        let usual: Message =
            state.within == nil
            ? "No birthdays or anniversaries yet. Use a command such as “edit persons/7 birthday=1977-05-25” to set one."
            : "No birthdays or anniversaries in this period. Use “birthdays” to list all."
        let list = PagedList(
            key: "birthdays", state: state, placeholder: state.listState.placeholder(usual),
            continues: state.listState.limit == nil, isNumbered: true, id: \.id
        ) {
            try await occasions.occasions(
                in: YearlySpan(from: context.today, days: $0.within), of: $0.group, matching: $0.listState.narrowing,
                at: $0.start,
                limit: $0.listState.limit ?? context.pageSize)
        }
        return try await PageScreen(
            list, at: Route.birthdays,
            commands: [
                .showRecord("Show the contact in that row"),
                .narrow(
                    state.listState,
                    at: { .birthdays(BirthdaysState(within: state.within, of: state.group, listState: $0)) }),
            ]
        ) { found in
            let table = list.block(found, Occasion.columns, Occasion.keys) { [$0.row(on: context.today)] }
            let title: Message = "Birthdays and anniversaries"
            let heading = group.map { "\(title) of \($0.name)" } ?? title
            return (state.listState.title("birthdays"), Page(heading, [table]))
        }
    }
}
