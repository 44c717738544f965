import Localization
import Model
import Navigation

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
        "purge", Argument.any("ID", .deletedRecord("Use “trash” to list deleted records.")),
        Argument.flag("--all", "Purge all deleted records"), .ifSelection, .confirmation,
        about: "Permanently remove deleted records",
        examples: ["purge persons/7", "purge --all"], effect: .changes)

    @Sendable private func purge(
        _ invocation: Invocation, ids: [RecordID], isAll: Bool, confirmed: SelectionChecksum?,
        confirmation: Confirmation
    ) async throws -> NavigationAction {
        let deletedRecords = try await isAll ? all(besides: ids) : chosen(ids)
        guard !deletedRecords.isEmpty else { return .tell(.message("The trash is empty.")) }
        let list = deletedRecords.map(\.record).sample(of: deletedRecords.count)
        let checksum = SelectionChecksum(of: deletedRecords.map { "\($0.record.address) \($0.deletion.id.rawValue)" })
        let isChanged = confirmed.map { $0 != checksum } ?? false
        guard !isChanged || invocation.isInteractive else { throw CommandProblem.selectionChanged }
        guard confirmation.isConfirmed, !isChanged else {
            let question: Message = "Purge \(list) permanently? Recovery is only possible from a backup."
            let ids = isAll ? [] : deletedRecords.map(\.record.address)
            return ConfirmationPresenter(
                question: isChanged ? "The selected records have changed. \(question)" : question,
                line: Self.declaration.line(ids, isAll, checksum, .yes)
            ).present()
        }
        let backup = try await maintenance.backUpBefore(.purge, in: invocation.context)
        let photos = try await history.purge(deletedRecords.map(\.record.address), in: invocation.context)
        let purged: Message = "Permanently removed \(list)."
        let sentences = [purged] + (backup.map { ["A backup is in \($0.path)."] } ?? [])
        do {
            try await maintenance.removeUnused(photos)
            return .tell(.message(sentences))
        } catch is any UserFacingError {
            return .tell(.message(sentences + ["Their photos will be removed later."]))
        }
    }

    private func all(besides ids: [RecordID]) async throws -> [DeletedRecord] {
        guard ids.isEmpty else {
            throw CommandProblem.notHere("IDs and --all cannot be combined.", next: "Use only one of them.")
        }
        return try await reader.deletedRecords()
    }

    private func chosen(_ ids: [RecordID]) async throws -> [DeletedRecord] {
        guard !ids.isEmpty else {
            throw CommandProblem.notHere("No records to purge.", next: "Use “purge ID…” or “purge --all”.")
        }
        return try await history.deletedRecords(of: ids.unique)
    }
}

extension [RecordReference] {
    /// Returns a list of the first five records and the number of the remaining records.
    func sample(of total: Int) -> Message {
        let sample = prefix(5).map { "\($0.name) (\($0.address))" }.joined(separator: ", ")
        return total > 5 ? "\(sample), and \(total - 5) more" : "\(sample)"
    }
}
