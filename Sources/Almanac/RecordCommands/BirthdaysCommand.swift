import Interchange
import Localization
import Model
import Navigation

/// The command that lists upcoming birthdays and anniversaries or exports them as a calendar.
struct BirthdaysCommand: Sendable {
    let occasions: any OccasionDataSource
    let files: any FileAccess
    let clock: Clock
    let resolver: RecordResolver
    let notify: @Sendable (Message) -> Void
    let navigator: any AppNavigator

    var command: Command {
        Command(
            "birthdays",
            Argument.option(
                "--within", "TIME", "Show only dates within a period, such as 30d, 4w, or 1m", .days(clock)),
            Argument.option("--of", "GROUP", "Show only the members of a group", .record(.group)),
            .limit,
            Argument.flag("--ics", "Print as iCalendar"),
            Argument.option("--save", "FILE", "Write an iCalendar file", .file),
            about: "List birthdays and anniversaries, soonest first",
            examples: ["birthdays --within 30d", "birthdays --of Family", "birthdays --ics > birthdays.ics"],
            details: """
                In common years, February 29 is observed on March 1. A future date, such as a wedding, is listed if it \
                is less than a year away. Events keep their UIDs, so importing a calendar again updates them.
                """
        ) { _, days, group, limit, isCalendar, path in
            let id = if let group { try await resolver.address(group) } else { RecordID?.none }
            let state = BirthdaysState(
                within: days, of: id.flatMap(Group.ID.init), look: PagedListState(limit: limit))
            guard isCalendar || path != nil else { return navigator.showBirthdays(state) }
            return try await calendar(state, to: path ?? "-")
        }
    }

    private func calendar(_ state: BirthdaysState, to path: String) async throws -> NavigationAction {
        var calendar = OccasionCalendar()
        var page = ResultPage<Occasion>([], hasMore: true)
        var number = 0
        let most = state.look.limit ?? .max
        while page.hasMore, number < most {
            page = try await occasions.occasions(
                in: YearlySpan(from: clock.today(), days: state.within), of: state.group, matching: "",
                at: page.items.last.map { .after($0.id) } ?? .beginning, limit: min(Self.pageSize, most - number))
            for occasion in page.items { calendar.add(occasion) }
            number += page.items.count
        }
        // A calendar has at least one component (RFC 5545 section 3.6).
        guard number > 0 else {
            notify(
                "No birthdays or anniversaries found. No calendar was written.")
            return .tell(.nothing)
        }
        calendar.end()
        try await files.write(calendar.drain(), to: path)
        // Standard output must contain only the calendar.
        if path == "-" { return .tell(.nothing) }
        return .tell(.message("Wrote \(count(number, "event") ?? "") to \(path)."))
    }

    private static let pageSize = 1000
}

extension ValueParser where Value == Int {
    /// Returns a parser for periods such as `30d`, `4w`, and `1m`.
    static func days(_ clock: Clock) -> ValueParser {
        ValueParser(
            .text, parse: { text, _ in TimeSpan(text)?.days(from: clock.today()) },
            orThrow: {
                CommandProblem.notHere(
                    "Invalid time “\($0)”.", next: "Use days, weeks, months, or years, such as 30d, 4w, 1m, or 1y.")
            })
    }
}
