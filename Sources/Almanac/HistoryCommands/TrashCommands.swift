import Localization
import Model
import Navigation

/// Deleted records: looked at, and forgotten for ever after a backup.
struct TrashCommands: Responder {
    let reader: HistoryReader
    let maintenance: any DatabaseMaintenance

    private var history: any HistoryDataSource { reader.history }

    var commands: [Command] {
        [
            Command("trash", .limit, about: "deleted records, the last deleted first") { _, limit in
                .open(Path(.trash(TrashState(limit: limit))))
            },
            Command(Self.declaration, run: purge),
        ]
    }

    // MARK: - Gone for ever

    private static let declaration = CommandDeclaration(
        "purge", Argument.any("ID", .deletedRecord("“trash” lists what there is to purge.")),
        Argument.flag("--all", "everything in the trash"), .confirmation,
        about: "deleted records for ever, after asking",
        examples: ["purge persons/7", "purge --all"], effect: .changes)

    @Sendable private func purge(
        _ invocation: Invocation, ids: [RecordID], isAll: Bool, confirmation: Confirmation
    ) async throws -> NavigationAction {
        let remains = try await isAll ? all(besides: ids) : chosen(ids)
        guard !remains.isEmpty else { return .tell(.message("The trash is empty.")) }
        guard confirmation.isSure else {
            return ConfirmationPresenter(
                question:
                    "Purge \(remains.map(\.record).sample(of: remains.count)) for ever? Only a backup could bring that back.",
                line: Self.declaration.line(isAll ? [] : remains.map(\.record.address), isAll, .yes),
                flag: Option.yes.name
            ).present()
        }
        let backup = try await maintenance.backUpBefore(.purge, in: invocation.context)
        let photos = try await history.purge(remains.map(\.record.address), in: invocation.context)
        let purged: Message = "Purged \(remains.map(\.record).sample(of: remains.count)) for ever."
        let sentences = [purged] + (backup.map { ["The store as it was before is kept in \($0.path)."] } ?? [])
        do {
            try await maintenance.removeUnused(photos)
            return .tell(.message(sentences))
        } catch let problem as any UserFacingError {
            let left: Message = "The photos are still there and are removed later."
            return .tell(.message(sentences + [left] + problem.explanation.sentences))
        }
    }

    private func all(besides ids: [RecordID]) async throws -> [DeletedRecord] {
        guard ids.isEmpty else {
            throw CommandProblem.notHere("Everything, or some?", next: "Leave out the addresses, or --all.")
        }
        return try await reader.remains()
    }

    private func chosen(_ ids: [RecordID]) async throws -> [DeletedRecord] {
        guard !ids.isEmpty else {
            throw CommandProblem.notHere("What shall be purged?", next: "Write “purge ID…” or “purge --all”.")
        }
        return try await history.remains(of: ids.unique)
    }
}

extension [RecordReference] {
    /// The first of so many, by name and address.
    func sample(of total: Int) -> Message {
        let sample = prefix(5).map { "\($0.name) (\($0.address))" }.joined(separator: ", ")
        return total > 5 ? "\(sample) and \(total - 5) more" : "\(sample)"
    }
}
