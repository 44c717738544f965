import Display
import Localization
import Model
import Navigation
import Text

/// The commands for deleted records.
struct TrashCommands: Responder {
    let reader: HistoryReader
    let maintenance: any DatabaseMaintenance
    let navigator: any HistoryNavigator

    private var history: any HistoryDataSource { reader.history }

    var commands: [Command] {
        [
            Command("trash", .limit, about: "List deleted records, newest first") { _, limit in
                navigator.showTrash(TrashState(limit: limit))
            },
            Command(Self.declaration, run: purge),
        ]
    }

    // MARK: - Purging

    private static let declaration = CommandDeclaration(
        "purge", Argument.any("ID|NAME", .deletedRecord),
        Argument.flag("--all", "Purge all deleted records"),
        Argument.flag("--backups", "Remove the automatic backups that contain purged records"), .ifSelection,
        about: "Permanently remove deleted records",
        examples: [
            "purge persons/7", "purge 'Leia Organa'", "purge --all", "purge --all --backups", "purge --backups",
        ],
        effect: .confirmedChanges)

    @Sendable private func purge(
        _ invocation: Invocation, named: [RecordArgument], isAll: Bool, removesBackups: Bool,
        confirmed: SelectionChecksum?
    ) async throws -> NavigationAction {
        if named.isEmpty, !isAll, removesBackups { return try await removeBackups(invocation) }
        let deletedRecords =
            try await isAll ? all(besides: named) : chosen(named, acceptsPart: invocation.isInteractive)
        guard !deletedRecords.isEmpty else {
            if !invocation.context.isDryRun { try await history.erase() }
            return removesBackups
                ? try await removeBackups(invocation) : .tell(.message("The trash is empty."))
        }
        let list = deletedRecords.map(\.record).sample(of: deletedRecords.count)
        let ids = isAll ? [] : deletedRecords.map { RecordArgument($0.record.id) }
        let checksum = SelectionChecksum(of: deletedRecords.map { "\($0.record.id) \($0.deletion.id.rawValue)" })
        let isChanged = confirmed.map { $0 != checksum } ?? false
        guard !isChanged || invocation.isInteractive else { throw CommandProblem.selectionChanged }
        guard invocation.confirmation.isConfirmed, !isChanged else {
            let question: Message =
                removesBackups
                ? "Purge \(list) permanently, and remove the backups with purged records? Recovery will be impossible."
                : "Purge \(list) permanently? Recovery is only possible from a backup."
            return ConfirmationPresenter(
                question: isChanged ? "The selected records have changed. \(question)" : question,
                line: Self.declaration.line(ids, isAll, removesBackups, checksum, confirmation: .yes),
                outcomeOfRejection: "Nothing was purged."
            ).present()
        }
        // The history must not contain the names of purged records.
        let context =
            named.allSatisfy { $0.id != nil }
            ? invocation.context
            : invocation.context.recording(
                Self.declaration.line(ids, isAll, removesBackups, nil, confirmation: .yes))
        let backup = try await maintenance.backUpBefore(.purge, in: context)
        let report: PurgeReport
        do {
            report = try await history.purge(deletedRecords.map(\.record.id), in: context)
        } catch {
            if let backup { try? await maintenance.discard(backup) }
            throw error
        }
        if invocation.context.isDryRun { return .tell(.message("Permanently removed \(list).")) }
        var sentences: [Message] = ["Permanently removed \(list)."]
        if let backup, !removesBackups { sentences.append("A backup is in \(backup.path).") }
        do {
            try await maintenance.removeUnused(report.photos)
        } catch is any UserFacingError {
            sentences.append("Photos of purged records will be removed later.")
        }
        try await history.erase()
        for remote in report.remotes {
            sentences.append("Cards of the remote \(remote) contain the purged values until the next “sync \(remote)”.")
        }
        guard removesBackups else {
            return try await withNotice(of: sentences, isInteractive: invocation.isInteractive)
        }
        // A backup made before the next synchronization would also contain the values, so no backup is removed yet.
        let end =
            report.remotes.isEmpty
            ? try await withoutBackups() : ["No backup was removed. Use “purge --backups” after the synchronization."]
        return .tell(.message(sentences + end))
    }

    /// Reports a purge and the backups that contain purged records. In an interactive session, asks whether to remove
    /// these backups.
    private func withNotice(of sentences: [Message], isInteractive: Bool) async throws -> NavigationAction {
        let backups = try await maintenance.backupsOfPurgedRecords()
        guard !backups.isEmpty else { return .tell(.message(sentences)) }
        let list = backups.map(\.path).joined(separator: ", ")
        let notice = Message(
            backups.count, one: "\(backups.count) backup contains purged records: \(list).",
            other: "\(backups.count) backups contain purged records: \(list).")
        guard isInteractive else {
            return .tell(.message(sentences + [notice, "Use “purge --backups” to remove such backups."]))
        }
        return .all([.tell(.message(sentences + [notice])), Self.question(about: backups.count)])
    }

    private static func question(about count: Int) -> NavigationAction {
        ConfirmationPresenter(
            question: Message(
                count, one: "Remove \(count) backup after a new backup is made and verified?",
                other: "Remove \(count) backups after a new backup is made and verified?"),
            line: declaration.line([], false, true, nil, confirmation: .yes),
            outcomeOfRejection: "No backup was removed."
        ).present()
    }

    /// Removes the backups that contain purged records, or asks for confirmation first.
    private func removeBackups(_ invocation: Invocation) async throws -> NavigationAction {
        let backups = try await maintenance.backupsOfPurgedRecords()
        guard !backups.isEmpty else { return .tell(.message("No backup contains purged records.")) }
        if let dryRun = invocation.context.dryRun {
            dryRun.summarize("This would remove \(backups.map(\.path).joined(separator: ", ")).")
            return .tell(.message(""))
        }
        guard invocation.confirmation.isConfirmed else { return Self.question(about: backups.count) }
        return .tell(.message(try await withoutBackups()))
    }

    /// Removes the backups that contain purged records without confirmation, and returns sentences about the result.
    private func withoutBackups() async throws -> [Message] {
        guard let (new, removed) = try await maintenance.removeBackupsOfPurgedRecords() else {
            return ["No backup contains purged records."]
        }
        let list = removed.map(\.path).joined(separator: ", ")
        return ["Made and verified the backup \(new.path).", "Removed \(list)."]
    }

    private func all(besides named: [RecordArgument]) async throws -> [DeletedRecord] {
        guard named.isEmpty else {
            throw CommandProblem.notHere("IDs and --all cannot be combined.", next: "Use only one of them.")
        }
        return try await reader.deletedRecords()
    }

    /// - Parameter acceptsPart: Whether part of a name is sufficient if only one deleted record has it.
    private func chosen(_ named: [RecordArgument], acceptsPart: Bool) async throws -> [DeletedRecord] {
        guard !named.isEmpty else {
            throw CommandProblem.notHere(
                "“purge” requires the ID or name of a deleted record.",
                next: "Use “trash” to list deleted records, or “purge --all” to purge all of them.")
        }
        var ids: [RecordID] = []
        for word in named {
            var id = word.id
            if id == nil { id = try await history.deletedRecord(named: word.text, acceptsPart: acceptsPart) }
            guard let id else {
                throw CommandProblem.notHere(
                    "The trash contains no “\(word.text)”.", next: "Use “trash” to list deleted records.")
            }
            ids.append(id)
        }
        return try await history.deletedRecords(of: ids.unique)
    }
}

extension HistoryDataSource {
    /// Returns the deleted record with the given name, or `nil` if there is none.
    ///
    /// - Parameter acceptsPart: Whether part of a name is sufficient if only one deleted record has it.
    /// - Throws: `CommandProblem` if several deleted records match the name.
    func deletedRecord(named name: String, acceptsPart: Bool) async throws -> RecordID? {
        guard name.isReadAsName else { return nil }
        let namesakeLimit = 50
        let found = try await trash(matching: name, at: .beginning, limit: namesakeLimit).items
        let named = found.map(\.record).filter { Folding.fold($0.name) == Folding.fold(name) }
        let records = named.isEmpty && acceptsPart ? found.map(\.record) : named
        guard records.count <= 1 else { throw CommandProblem.ambiguous(name, records) }
        return records.first?.id
    }
}

extension ValueParser where Value == RecordArgument {
    /// A parser for deleted records, which are identified by row number, ID, or name.
    fileprivate static var deletedRecord: ValueParser {
        ValueParser(.deletedRecord, parse: { RecordArgument(text: $0, row: $1.row($0)) })
    }
}

extension [RecordReference] {
    /// Returns a list of the first five records and the number of the remaining records.
    func sample(of total: Int) -> Message {
        let sample = prefix(5).map { "\($0.name) (\($0.id))" }.joined(separator: ", ")
        return total > 5 ? "\(sample), and \(total - 5) more" : "\(sample)"
    }
}

extension DeletedRecord {
    static let columns = [
        Column("name", "Name"), Column("kind", "Kind"), .id, Column("deleted", "Deleted"),
        Column("step", "Step", .trailing), Column("author", "By"),
    ]

    static let keysForPrograms = ["id", "name", "kind", "deleted", "step", "command", "author", "outside"]

    func row(_ clock: Clock) -> Row {
        Row(address: record.id.description, fields(clock) + [Field("author", "By", .words(deletion.authorWords))])
    }

    func rowForPrograms(_ clock: Clock) -> Row {
        Row(
            fields(clock) + [
                Field("command", "Command", .text(orNone: deletion.command ?? "")),
                Field("author", "By", .text(orNone: deletion.author ?? "")),
                Field("outside", "Another program", .flag(deletion.origin == .outside)),
            ])
    }

    private func fields(_ clock: Clock) -> [Field] {
        [
            Field("id", "ID", .text(record.id.description)),
            Field("name", "Name", .text(record.name)),
            Field("kind", "Kind", .text(record.id.kind.rawValue)),
            Field("deleted", "Deleted", .time(deletion.time, clock)),
            Field("step", "Step", .integer(Int(deletion.id.rawValue))),
        ]
    }
}
