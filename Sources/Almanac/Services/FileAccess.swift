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
    /// Returns the absolute path, or “-” for standard input and output.
    func absolutePath(_ path: String) -> String
    /// Returns the absolute path without symbolic links, which is the same for all paths of a file.
    func canonicalPath(_ path: String) -> String
    /// Returns a folder to write files to, or `nil` if the path is not a folder and does not end in a slash.
    func folder(_ path: String) async throws -> (any FileFolder)?
    /// Creates a file, or opens standard output for “-”.
    ///
    /// - Throws: `FileExistsProblem` if the file exists and `replacing` is `false`.
    func create(_ path: String, replacing: Bool, _ permissions: FilePermissions) async throws -> any ByteTarget
}

extension FileAccess {
    public func canonicalPath(_ path: String) -> String { absolutePath(path) }

    /// Creates the file that the options of a command name. If it exists, the error mentions the option `--force`.
    func create(
        _ file: OutputFile, _ permissions: FilePermissions = .personal
    ) async throws -> any ByteTarget {
        do {
            return try await create(file.path, replacing: file.isReplacing, permissions)
        } catch var problem as FileExistsProblem {
            problem.isReplaceable = true
            throw problem
        }
    }

    /// Writes the file that the options of a command name.
    func write(
        _ bytes: [UInt8], to file: OutputFile, _ permissions: FilePermissions = .personal
    ) async throws {
        let target = try await create(file, permissions)
        defer { target.discard() }
        try target.write(bytes)
        try target.finish()
    }
}

/// A file that a command writes.
struct OutputFile: Hashable, Sendable {
    /// The path, or `-` for standard output.
    let path: String
    /// Whether an existing file is replaced.
    let isReplacing: Bool

    static let standardOutput = OutputFile(path: "-", isReplacing: false)

    /// Whether the command writes to standard output, which must then contain nothing else.
    var isStandardOutput: Bool { path == "-" }
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
        // A calendar must have at least one component (RFC 5545 section 3.6).
        guard count > 0 else {
            notify(nothing)
            return .tell(.nothing)
        }
        try await files.write(calendar, to: request.file)
        if request.file.isStandardOutput { return .tell(.nothing) }
        return .tell(.message("Wrote \(Message(count, "event")) to \(request.file.path)."))
    }
}

/// A writer of pictures to SVG files.
struct PictureWriter: Sendable {
    let files: any FileAccess
    let clock: Clock
    let svg: @Sendable (Picture, PictureTheme) -> String

    /// Writes a picture as SVG.
    ///
    /// - Parameter subject: A description of the content, such as `7 planets`.
    func write(
        _ picture: Picture, _ subject: Message, to file: OutputFile, _ theme: PictureTheme
    ) async throws -> NavigationAction {
        try await files.write(Array(svg(picture, theme).utf8), to: file, .shared)
        if file.isStandardOutput { return .tell(.nothing) }
        return .tell(.message("Wrote a picture of \(subject) to \(file.path)."))
    }
}

extension Services {
    var calendarFile: CalendarFile { CalendarFile(files: files, notify: configuration.notify) }
    var pictures: PictureWriter { PictureWriter(files: files, clock: clock, svg: configuration.svg) }
}

/// The destination and options of a calendar that a command writes.
struct CalendarRequest: Hashable, Sendable {
    let file: OutputFile
    let alarm: CalendarAlarm?
}

extension Option {
    fileprivate static let replacing = Option("--force", nil, "Replace existing files")
}

extension Argument where Value == OutputFile? {
    /// The option that writes a picture instead of showing it.
    static var svg: Argument { output("--svg", "Write the picture to an SVG file") }

    /// Returns an option that names a file to write, and `--force`, which replaces an existing file.
    ///
    /// - Parameter recognizes: A closure that returns whether the last argument is the file, even without the name of
    ///   the option.
    static func output(
        _ name: String, _ summary: @autoclosure @escaping @Sendable () -> Message,
        recognizes: @escaping @Sendable (String) -> Bool = { _ in false }
    ) -> Argument {
        let file = Option(name, "FILE", summary(), takes: .file, recognizes: recognizes)
        let force = Option.replacing
        return Argument(
            options: [file, force],
            read: { reader in
                let isReplacing = reader.has(force)
                return try reader.value(of: file, .file).map { OutputFile(path: $0, isReplacing: isReplacing) }
            },
            words: { output in
                output.map { [file.name, $0.path] + ($0.isReplacing ? [force.name] : []) } ?? []
            })
    }
}

extension Argument where Value == CalendarRequest? {
    /// The options that write a calendar instead of showing a list.
    static var calendar: Argument {
        let (isPrinted, saved, alarm) = (
            Option("--ics", nil, "Print as iCalendar"),
            Argument<OutputFile?>.output("--save", "Write an iCalendar file"),
            Option("--alarm", "TIME", "Add an alarm before each event, such as 1d or 15h", takes: .text)
        )
        return Argument(
            options: [isPrinted] + saved.options + [alarm],
            read: { reader in
                let isCalendar = reader.has(isPrinted)
                let file = try saved.read(&reader) ?? (isCalendar ? .standardOutput : nil)
                let time = try reader.value(of: alarm, .alarm)
                guard file != nil || time == nil else {
                    throw CommandProblem.notHere("--alarm requires --ics or --save.", next: "Add --ics.")
                }
                return file.map { CalendarRequest(file: $0, alarm: time) }
            },
            words: { request in
                guard let request else { return [] }
                return (request.file.isStandardOutput ? [isPrinted.name] : saved.words(request.file))
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
                DateInput.isYear($0)
                    ? CommandProblem.yearOrDays($0, next: "Use \($0)d for days.")
                    : CommandProblem.notHere(
                        "Invalid time “\($0)”.", next: "Use days, weeks, months, or years, such as 30d, 4w, 1m, or 1y.")
            })
    }
}

extension CommandProblem {
    /// The problem of a number that can mean a year or a number of days.
    static func yearOrDays(_ text: String, next: Message) -> CommandProblem {
        .notHere("“\(text)” can mean a year or a number of days.", next: next)
    }
}
