import Interchange
import Model
import Navigation

/// Whose day comes next, as a list or as a calendar.
struct BirthdaysCommand: Sendable {
    let services: Services

    var command: Command {
        Command(
            "birthdays",
            Argument.option("--within", "TIME", "only those that come soon: 30d, 4w", .days), .limit,
            Argument.flag("--ics", "as an iCalendar file, for calendars"),
            Argument.option("--save", "FILE", "the iCalendar file, to a new file", .file),
            about: "birthdays and anniversaries, the next first",
            examples: ["birthdays --within 30d", "birthdays --ics > birthdays.ics"],
            details: """
                29 February comes on 1 March in a common year, in the list as in the calendar. A day that lies ahead within \
                a year, such as a wedding, is the first of its days; one farther off is in the list when it comes nearer. An \
                event of the calendar keeps its UID, so that importing it again changes the events that are there.
                """
        ) { _, days, limit, isCalendar, path in
            let state = BirthdaysState(within: days, look: PagedListState(limit: limit))
            guard isCalendar || path != nil else { return .open(Path(.birthdays(state))) }
            return try await calendar(state, to: path ?? "-")
        }
    }

    private func calendar(_ state: BirthdaysState, to path: String) async throws -> NavigationAction {
        var calendar = OccasionCalendar()
        var page = ResultPage<Occasion>([], hasMore: true)
        var number = 0
        let most = state.look.limit ?? .max
        while page.hasMore, number < most {
            page = try await services.occasions.occasions(
                in: YearlySpan(from: services.clock.today(), days: state.within),
                at: page.items.last.map { .after($0.id) } ?? .beginning, limit: min(Self.pageSize, most - number))
            for occasion in page.items { calendar.add(occasion) }
            number += page.items.count
        }
        // A calendar has at least one component (RFC 5545 section 3.6).
        guard number > 0 else {
            services.configuration.say(
                "Nobody’s birthday or anniversary is among them, so that there is no calendar to write.")
            return .tell(.nothing)
        }
        calendar.end()
        try await services.files.write(calendar.drain(), to: path)
        // What is on standard output is the calendar, and nothing else.
        if path == "-" { return .tell(.nothing) }
        return .tell(.message("Wrote \(count(number, "event") ?? "") to \(path)."))
    }

    private static let pageSize = 1000
}

extension ValueParser where Value == Int {
    /// `30d`, `4w`, or days alone.
    fileprivate static var days: ValueParser {
        ValueParser(
            .text,
            parse: { text, _ in
                let unit = text.last.flatMap { ["d": 1, "w": 7][$0] }
                guard let number = Int(unit == nil ? text[...] : text.dropLast()), (0...36_600).contains(number) else {
                    throw CommandProblem.notHere("“\(text)” is no time.", next: "Write days or weeks, as 30d or 4w.")
                }
                return number * (unit ?? 1)
            }, describe: { String($0) })
    }
}
