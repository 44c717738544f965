import Display
import Localization
import Model
import Navigation

/// The command that restores deleted records (`restore persons/7`), a backup (`restore FILE`), or records from a backup
/// (`restore FILE persons/7`).
struct RestoreCommand: Sendable {
    let history: any HistoryDataSource
    let maintenance: any DatabaseMaintenance
    let session: CurrentSession
    let resolver: RecordResolver

    private static let declaration = CommandDeclaration(
        "restore", .argument("ID|NAME|FILE", .recordOrBackup),
        Argument.any("ID", .deletedRecord("Use the ID from the trash or the backup, such as persons/7.")),
        about: "Restore deleted records, or some or all records from a backup",
        examples: [
            "restore persons/7", "restore 'Leia Organa'", "restore almanac-2026.db",
            "restore almanac-2026.db persons/7",
        ],
        effect: .confirmedChanges)

    var command: Command {
        Command(Self.declaration) { invocation, source, ids in
            switch source {
            case .record(let first): try await restore([first] + ids, in: invocation.context)
            case .backup(let path) where ids.isEmpty:
                if let record = try await deletedRecord(named: path, acceptsPart: invocation.isInteractive) {
                    try await restore([record], in: invocation.context)
                } else {
                    try await restoreBackup(path, in: invocation)
                }
            case .backup(let path): try await restore(ids, from: path, in: invocation.context)
            }
        }
    }

    private func restoreBackup(_ path: String, in invocation: Invocation) async throws -> NavigationAction {
        do {
            return try await restore(path, in: invocation)
        } catch StoreProblem.missingCopy where path.isReadAsName && !path.contains(".") {
            throw CommandProblem.notHere(
                "The trash contains no “\(path)”, and there is no backup with that name.",
                next: "Use “trash” to list deleted records, or “backups” to list backups.")
        }
    }

    /// Returns the deleted record with the given name, or `nil` if it does not exist, or if the database is missing or
    /// damaged.
    ///
    /// - Parameter acceptsPart: Whether part of a name is sufficient if only one deleted record has it.
    /// - Throws: `CommandProblem` if several deleted records match the name.
    private func deletedRecord(named name: String, acceptsPart: Bool) async throws -> RecordID? {
        do {
            return try await history.deletedRecord(named: name, acceptsPart: acceptsPart)
        } catch is StoreProblem {
            return nil
        }
    }

    private func restore(_ ids: [RecordID], in context: CommandContext) async throws -> NavigationAction {
        let restored = try await history.restore(ids.unique, in: context)
        return .tell(.message("Restored \(restored.sample(of: restored.count)). Use “undo” to reverse this."))
    }

    /// Restores a backup, after confirmation if data is replaced, and opens the home screen.
    private func restore(
        _ path: String, in invocation: Invocation
    ) async throws -> NavigationAction {
        // Fail before asking if the backup cannot be restored.
        if !invocation.confirmation.isConfirmed,
            case let report = try await maintenance.restore(from: path, in: invocation.context.asDryRun),
            report.replacesData
        {
            let question: Message = "Replace all current data with \(path)? A backup is made first."
            return ConfirmationPresenter(
                question: (report.warnings + [question]).joined(),
                line: Self.declaration.line(.backup(path), [], confirmation: .yes),
                outcomeOfRejection: "Nothing was restored."
            ).present()
        }
        guard !invocation.context.isDryRun else { return try await dryRun(path, in: invocation.context) }
        let account = await session.name
        let report = try await maintenance.restore(from: path, in: invocation.context)
        let notice = await endSession(of: account, in: invocation)
        let fields =
            [Field("path", "From", .text(report.path))] + Field.counts(report.counts) + [
                Field("photos", "Photos", .integer(report.photos)),
                Field("photosMissing", "Photos missing", .integer(report.photosMissing)),
                Field("before", "Previous data", report.before.map { .text($0) } ?? .none),
            ]
        let warnings = report.warnings.isEmpty ? [] : [Block.message(report.warnings)]
        var page = Page("Restored", [.record(fields)] + warnings + notice)
        page.outcome = report.outcome
        // The current record may not exist in the backup.
        return try invocation.isInteractive
            ? .all([invocation.nearest((any AppNavigator).self).restart(), .tell(page)]) : .tell(page)
    }

    /// Ends the session if the user’s account does not exist in the restored database.
    ///
    /// - Returns: A message about the end of the session, or an empty array if the session continues.
    private func endSession(of name: String?, in invocation: Invocation) async -> [Block] {
        guard await session.leave(unlessNamed: name, mayAsk: invocation.isInteractive) else { return [] }
        let who: Message = name.map { "“\($0)”" } ?? "Your account"
        let what: Message = invocation.isInteractive ? "you are signed out" : "you continue as a guest"
        return [.message(["\(who) has no account in the restored database, so \(what)."])]
    }

    /// Shows the number of records before and after the restore.
    private func dryRun(_ path: String, in context: CommandContext) async throws -> NavigationAction {
        let report = try await maintenance.restore(from: path, in: context)
        var rows: [Row] = []
        for kind in Kind.allCases {
            rows.append(
                Row([
                    Field("kind", "Records", .text(kind.plural)),
                    Field(
                        "old", "Before", (try? await resolver.editor(for: kind).count()).map { .integer($0) } ?? .none),
                    Field("new", "After", .integer(report.counts[kind] ?? 0)),
                ]))
        }
        let sentence: Message = "Dry run. This would replace all current data with \(path), after a backup:"
        let columns = [
            Column("kind", "Records"), Column("old", "Before", .trailing), Column("new", "After", .trailing),
        ]
        let table = Table("changes", columns: columns, rows: rows)
        var page = Page("", [.message(report.warnings + [sentence]), .table(table)], forPrograms: [.table(table)])
        page.outcome = report.outcome
        return .tell(page)
    }

    private func restore(
        _ ids: [RecordID], from path: String, in context: CommandContext
    ) async throws -> NavigationAction {
        let restored = try await maintenance.restore(ids, from: path, in: context)
        var page = Page("", [.message(restored.map { ([$0.sentence] + $0.left).joined() })])
        if restored.contains(where: { !$0.left.isEmpty }) { page.outcome = .partial }
        return .tell(page)
    }
}

extension RestoreReport {
    fileprivate var outcome: Page.Outcome { photosMissing == 0 ? .success : .partial }

    /// Warnings about triggers that are not restored and photos that are missing from the backup.
    fileprivate var warnings: [Message] {
        removedTriggers.map { "The trigger \($0) was added or changed by another program. It is not restored." }
            + photoWarnings
    }

    private var photoWarnings: [Message] {
        guard photosMissing > 0 else { return [] }
        return [
            Message(
                photosMissing,
                one: """
                    \(photosMissing) photo is missing from \(path). Use “check” after restoring to find the affected \
                    record.
                    """,
                other: """
                    \(photosMissing) photos are missing from \(path). Use “check” after restoring to find the affected \
                    records.
                    """
            )
        ]
    }
}

extension RestoredRecord {
    fileprivate var sentence: Message {
        let name = "\(record.name) (\(record.id))"
        return switch outcome {
        case .changed: "Reverted \(name). Use “undo” to reverse this."
        case .unchanged: "\(name) already matches the backup."
        case .recreated: "Restored \(name). Use “undo” to reverse this."
        }
    }
}

/// The first argument of `restore`.
private enum RestoreSource: Sendable {
    case record(RecordID)
    case backup(String)
}

extension ValueParser where Value == RestoreSource {
    fileprivate static var recordOrBackup: ValueParser {
        ValueParser(
            .deletedRecord,
            parse: { word, invocation in
                (invocation.row(word) ?? RecordID(word)).map { .record($0) } ?? .backup(word)
            },
            describe: { source in
                switch source {
                case .record(let id): id.description
                case .backup(let path): path
                }
            })
    }
}
