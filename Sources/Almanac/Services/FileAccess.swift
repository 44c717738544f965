import Display
import Interchange
import Localization
import Model
import Navigation

/// Access to the files that commands read and write.
public protocol FileAccess: Sendable {
    /// Reads a regular file, or standard input for “-”. The input can contain at most `limit` bytes.
    func read(_ path: String, limit: Int) async throws -> [UInt8]
    /// Reads only the first line from an inherited file descriptor.
    func readLine(from descriptor: Int) async throws -> String
    /// Opens a regular file, or standard input for “-”.
    func open(_ path: String) async throws -> any ByteSource
    /// Returns the relative paths of all visible files in a folder and its subfolders, or `nil` if the path is not a
    /// folder.
    func files(inFolder path: String) async throws -> [String]?
    /// Returns the path from the root folder, or “-” for standard input and output.
    func absolutePath(_ path: String) -> String
    /// Returns the absolute path without symbolic links, which is the same for all paths of a file.
    func canonicalPath(_ path: String) -> String
    /// Returns a folder to write files to, or `nil` if the path is not a folder and does not end in a slash.
    func folder(_ path: String) async throws -> (any FileFolder)?
    /// Creates a file, or opens standard output for “-”.
    ///
    /// - Throws: `FileExistsProblem` if the file exists and `replacing` is `false`.
    func create(_ path: String, replacing: Bool) async throws -> any ByteTarget
    /// Writes a new file, or writes to standard output for “-”.
    ///
    /// - Throws: An error if the file exists.
    func write(_ bytes: [UInt8], to path: String, _ permissions: FilePermissions) async throws
}

extension FileAccess {
    public func canonicalPath(_ path: String) -> String { absolutePath(path) }

    /// Creates a file for a command with the option `--force`. If the file exists, the error mentions this option.
    func createReplaceable(_ path: String, replacing: Bool) async throws -> any ByteTarget {
        do {
            return try await create(path, replacing: replacing)
        } catch var problem as FileExistsProblem {
            problem.isReplaceable = true
            throw problem
        }
    }

    /// Writes a new file that only the owner can read, or writes to standard output for “-”.
    public func write(_ bytes: [UInt8], to path: String) async throws {
        try await write(bytes, to: path, .personal)
    }
}

/// The permissions of a new file.
public enum FilePermissions: Hashable, Sendable {
    /// Permissions that let only the owner read and write the file.
    case personal
    /// The permissions that the user’s umask allows, usually mode 0644.
    case shared
}

/// An error for a file that exists and was not replaced.
public struct FileExistsProblem: UserFacingError {
    let path: String
    /// Whether the command has the option `--force`.
    var isReplaceable = false

    public init(path: String) { self.path = path }

    public var explanation: ErrorReport {
        ErrorReport(
            .failed, "Cannot write \(path).", why: "A file with this name already exists.",
            next: isReplaceable ? "Choose another name, or use --force to replace the file." : "Choose another name.")
    }
}

/// A writer of calendars to files or standard output.
struct CalendarFile: Sendable {
    let files: any FileAccess
    let notify: @Sendable (Message) -> Void

    /// Writes a calendar, unless it has no events.
    ///
    /// - Parameters:
    ///   - count: The number of events.
    ///   - nothing: The notice that is shown if there are no events.
    func write(
        _ calendar: [UInt8], of count: Int, to request: CalendarRequest, orNotify nothing: Message
    ) async throws -> NavigationAction {
        // A calendar has at least one component (RFC 5545 section 3.6).
        guard count > 0 else {
            notify(nothing)
            return .tell(.nothing)
        }
        let target = try await files.createReplaceable(request.path, replacing: request.isReplacing)
        defer { target.discard() }
        try target.write(calendar)
        try target.finish()
        // Standard output must contain only the calendar.
        if request.path == "-" { return .tell(.nothing) }
        return .tell(.message("Wrote \(Message(count, "event")) to \(request.path)."))
    }
}

/// A writer of pictures to SVG files.
struct PictureWriter: Sendable {
    let files: any FileAccess
    let clock: Clock
    let svg: @Sendable (Picture, PictureTheme) -> String

    /// Writes a picture to an SVG file, or to standard output for `-`.
    ///
    /// - Parameter subject: A description of the content, such as `7 planets`.
    func write(
        _ picture: Picture, _ subject: Message, to path: String, _ theme: PictureTheme
    ) async throws -> NavigationAction {
        try await files.write(Array(svg(picture, theme).utf8), to: path, .shared)
        // Standard output must contain only the picture.
        if path == "-" { return .tell(.nothing) }
        return .tell(.message("Wrote a picture of \(subject) to \(path)."))
    }
}

extension Services {
    var calendarFile: CalendarFile { CalendarFile(files: files, notify: configuration.notify) }
    var pictures: PictureWriter { PictureWriter(files: files, clock: clock, svg: configuration.svg) }
}

/// The destination and options of a calendar that a command writes.
struct CalendarRequest: Hashable, Sendable {
    /// The path, or `-` for standard output.
    let path: String
    let isReplacing: Bool
    let alarm: CalendarAlarm?
}

extension Option {
    /// The option that replaces existing files.
    static let replacing = Option("--force", nil, "Replace existing files")
}

extension Argument where Value == CalendarRequest? {
    /// The options that write a calendar instead of showing a list.
    static var calendar: Argument {
        let (isPrinted, file, force, alarm) = (
            Option("--ics", nil, "Print as iCalendar"),
            Option("--save", "FILE", "Write an iCalendar file", takes: .file), Option.replacing,
            Option("--alarm", "TIME", "Add an alarm before each event, such as 1d or 15h", takes: .text)
        )
        return Argument(
            options: [isPrinted, file, force, alarm],
            read: { reader in
                let isCalendar = reader.has(isPrinted)
                let path = try reader.value(of: file, .file) ?? (isCalendar ? "-" : nil)
                let time = try reader.value(of: alarm, .alarm)
                guard path != nil || time == nil else {
                    throw CommandProblem.notHere("--alarm requires --ics or --save.", next: "Add --ics.")
                }
                let isReplacing = reader.has(force)
                return path.map { CalendarRequest(path: $0, isReplacing: isReplacing, alarm: time) }
            },
            words: { request in
                guard let request else { return [] }
                return (request.path == "-" ? [isPrinted.name] : [file.name, request.path])
                    + (request.isReplacing ? [force.name] : [])
                    + (request.alarm.map { [alarm.name, $0.description] } ?? [])
            })
    }
}

extension ValueParser where Value == CalendarAlarm {
    fileprivate static var alarm: ValueParser {
        ValueParser(
            .text, parse: { text, _ in CalendarAlarm(text) },
            orThrow: {
                CommandProblem.notHere(
                    "Invalid time “\($0)” for --alarm.", next: "Use hours, days, or weeks, such as 15h, 1d, or 2w.")
            })
    }
}

extension Argument where Value == Int? {
    /// Returns an option whose value is the length, in days, of a period that starts today.
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
