import Display
import Interchange
import Localization
import Model

import Sync
import Synchronization
import TestSupport
import Testing

@testable import Almanac
@testable import Navigation

/// The commands for remotes with prepared results, without a database, a server, or a terminal.
struct SyncFixture {
    let remotes = StubRemotes()
    let backups = RecordedBackups()
    let notices = RecordedNotices()
    let records = CoordinatorFixture()
    let files = StubFiles(
        folders: ["/home/leia/contacts", "/home/leia/work", "/home/leia/rebels"], currentFolder: "/home/leia/")
    var step: Step?
    var isInteractive = true

    var commands: SyncCommands {
        SyncCommands(
            remotes: remotes, groups: records.groups, steps: FixedStep(step: step), backups: backups, files: files,
            clock: Clock { CivilDate(daysSince1970: 20_778) }, resolver: records.recordCoordinator.resolver,
            notify: notices.add)
    }

    /// Runs a line and returns its action.
    func run(_ line: String) async throws -> NavigationAction {
        let words = try ShellWords.split(line)
        let command = try #require(commands.commands.first { $0.matches(words[0]) })
        var invocation = Invocation(
            isInteractive: isInteractive, screen: records.invocation.screen, context: CommandContext("", by: nil))
        let call = try command.call(Array(words.dropFirst()), in: invocation)
        invocation.context = CommandContext(line, by: nil, isDryRun: call.confirmation.isDryRun)
        invocation.confirmation = call.confirmation
        return try #require(await call.run(invocation))
    }

    /// Runs a line and returns the page that it shows.
    func page(_ line: String) async throws -> Page { try #require(try await run(line).page) }

    /// Runs a line and returns its first question.
    func question(_ line: String) async throws -> Prompt { try #require(try await run(line).prompts.first) }

    /// Returns the explanation of the error that a line causes, or `nil` if the line succeeds.
    func failure(_ line: String) async throws -> ErrorReport? {
        do {
            _ = try await run(line)
            return nil
        } catch let problem as any UserFacingError {
            return problem.explanation
        } catch let mismatch as ArgumentMismatch {
            return mismatch.problem?.explanation
        }
    }

    /// Returns a conflict about the phone number of Leia.
    static func conflict(
        _ id: Int64, with remote: String = "home", _ property: String = "TEL",
        mine: [String] = ["TEL;TYPE=home:1"], theirs: [String] = ["TEL;TYPE=home:2"]
    ) -> SyncConflict {
        SyncConflict(
            id: SyncConflict.ID(rawValue: id), remote: remote,
            record: RecordReference(id: RecordID(kind: .person, number: 1), name: "Leia"),
            found: Timestamp(secondsSince1970: 0),
            property: PropertyConflict(property: property, base: [], mine: mine, theirs: theirs))
    }

    static func remote(
        _ name: String, path: String? = nil, contents: RemoteContents = .all, isReadOnly: Bool = false
    ) -> Remote {
        Remote(
            name: name, location: .folder(path: path ?? "/books/\(name)"), contents: contents, isReadOnly: isReadOnly)
    }
}

extension NavigationAction {
    private var parts: [NavigationAction] { if case .all(let actions) = self { actions } else { [self] } }

    /// The page that the action shows, if any.
    var page: Page? { parts.lazy.compactMap { if case .tell(let page) = $0 { page } else { nil } }.first }

    /// The questions that the action asks.
    var prompts: [Prompt] {
        parts.flatMap { action -> [Prompt] in if case .ask(let prompts) = action { prompts } else { [] } }
    }
}

/// Automatic backups that are recorded but not made.
final class RecordedBackups: AutomaticBackups {
    private let recorded = Mutex<[String]>([])

    var events: [String] { recorded.withLock { $0 } }

    func backUpBefore(_ reason: BackupReason, in context: CommandContext) -> BackupReport? {
        recorded.withLock { events in events.append("backup before \(reason.rawValue)") }
        return BackupReport(path: "", bytes: 0, counts: [:], photos: 0, photosMissing: 0)
    }

    func discard(_ backup: BackupReport) { recorded.withLock { $0.append("discard") } }
}

private struct FixedStep: CommandStepDataSource {
    let step: Step?

    func step(of context: CommandContext) -> Step? { step }
}

/// Problems that a command has reported.
final class RecordedNotices: Sendable {
    private let recorded = Mutex<[String]>([])

    var sentences: [String] { recorded.withLock { $0 } }

    @Sendable func add(_ sentence: Message) { recorded.withLock { $0.append(sentence.description) } }
}
