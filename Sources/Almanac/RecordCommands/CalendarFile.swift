import Localization
import Model
import Navigation

/// A file or standard output, to which a command writes a calendar.
struct CalendarFile: Sendable {
    let files: any FileAccess
    let notify: @Sendable (Message) -> Void

    /// Writes a calendar, unless it has no events.
    ///
    /// - Parameters:
    ///   - count: The number of events.
    ///   - path: The path of the file, or `-` for standard output.
    ///   - nothing: The notice that is shown if there are no events.
    func write(
        _ calendar: [UInt8], of count: Int, to path: String, orNotify nothing: Message
    ) async throws -> NavigationAction {
        // A calendar has at least one component (RFC 5545 section 3.6).
        guard count > 0 else {
            notify(nothing)
            return .tell(.nothing)
        }
        try await files.write(calendar, to: path)
        // Standard output must contain only the calendar.
        if path == "-" { return .tell(.nothing) }
        return .tell(.message("Wrote \(Message(count, "event")) to \(path)."))
    }
}

extension Services {
    var calendarFile: CalendarFile { CalendarFile(files: files, notify: configuration.notify) }
}

extension Argument where Value == String? {
    /// The options that write a calendar instead of showing a list. The value is the path, or `-` for standard output.
    static var calendar: Argument {
        let (isPrinted, file) = (
            Option("--ics", nil, "Print as iCalendar"),
            Option("--save", "FILE", "Write an iCalendar file", takes: .file)
        )
        return Argument(
            options: [isPrinted, file],
            read: { reader in
                let isCalendar = reader.has(isPrinted)
                return try reader.value(of: file, .file) ?? (isCalendar ? "-" : nil)
            }, words: { $0.map { $0 == "-" ? [isPrinted.name] : [file.name, $0] } ?? [] })
    }
}

extension Argument where Value == Int? {
    /// An option for a period that starts today, in days.
    static func within(_ summary: Message, _ clock: Clock) -> Argument {
        option("--within", "TIME", summary, .days(clock))
    }
}

extension ValueParser where Value == Int {
    /// Returns a parser for periods such as `30d`, `4w`, and `1m`.
    fileprivate static func days(_ clock: Clock) -> ValueParser {
        ValueParser(
            .text, parse: { text, _ in TimeSpan(text)?.days(from: clock.today()) },
            orThrow: {
                CommandProblem.notHere(
                    "Invalid time “\($0)”.", next: "Use days, weeks, months, or years, such as 30d, 4w, 1m, or 1y.")
            })
    }
}
