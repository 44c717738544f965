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
            Command("trash", options: [.limit], about: "deleted records, the last deleted first") { invocation in
                .open(Path(.trash(TrashState(limit: try invocation.number("--limit")))))
            },
            Command(
                "purge", [Parameter("ADDRESS", .trash, .any)],
                options: [Option("--all", nil, "everything in the trash"), .yes, .dryRun],
                about: "deleted records for ever, after asking", examples: ["purge persons/7", "purge --all"],
                effect: .changes, run: purge),
        ]
    }

    // MARK: - Gone for ever

    @Sendable private func purge(_ invocation: Invocation) async throws -> NavigationAction {
        let remains = try await chosen(in: invocation)
        guard !remains.isEmpty else { return .tell(.message("The trash is empty.")) }
        guard invocation.isSure else {
            let words = invocation.has("--all") ? ["--all"] : remains.map(\.record.address.description)
            return ConfirmationPresenter(
                question:
                    "Purge \(remains.map(\.record).sample(of: remains.count)) for ever? Only a backup could bring that back.",
                line: ShellWords.joined(["purge"] + words + ["--yes"]), flag: "--yes"
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

    private func chosen(in invocation: Invocation) async throws -> [DeletedRecord] {
        if invocation.has("--all") {
            guard invocation.arguments.isEmpty else {
                throw CommandProblem.notHere("Everything, or some?", next: "Leave out the addresses, or --all.")
            }
            return try await reader.remains()
        }
        guard !invocation.arguments.isEmpty else {
            throw CommandProblem.notHere("What shall be purged?", next: "Write “purge ADDRESS…” or “purge --all”.")
        }
        let addresses = try invocation.arguments.map { word in
            guard let address = invocation.row(word) ?? RecordID(word) else {
                throw CommandProblem.notHere("“\(word)” is no address.", next: "“trash” lists what there is to purge.")
            }
            return address
        }
        return try await history.remains(of: addresses.unique)
    }
}

extension [RecordReference] {
    /// The first of so many, by name and address.
    func sample(of total: Int) -> Message {
        let sample = prefix(5).map { "\($0.name) (\($0.address))" }.joined(separator: ", ")
        return total > 5 ? "\(sample) and \(total - 5) more" : "\(sample)"
    }
}
