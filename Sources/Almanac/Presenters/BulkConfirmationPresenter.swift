import Localization
import Model
import Navigation

/// A presenter that asks for confirmation before deleting records, one record at a time. Records are deleted after the
/// last answer. Quitting cancels the whole command.
struct BulkConfirmationPresenter: Sendable {
    /// The records to confirm.
    let previews: [DeletionPreview]
    /// The records that the user has already confirmed.
    let agreed: [RecordID]

    /// The command `delete`. IDs after `with` are already confirmed, so `delete notes/3 with notes/1 notes/2` asks only
    /// about `notes/3`.
    static let command = CommandDeclaration(
        "delete", .any("ID", .record()), .any("ID", .record(), after: "with"), .personSelection, .confirmation,
        about: "Delete records of one kind after confirmation",
        examples: ["delete persons/7", "delete notes/1 notes/2 --yes", "delete --where 'not has email'"],
        details: RecordSelection.details, effect: .changes)

    private static let outcomeOfRejection: Message = "Nothing was deleted."

    func present() -> NavigationAction {
        guard let first = previews.first else { return .stay }
        guard previews.count > 1 || !agreed.isEmpty else {
            return ConfirmationPresenter(
                question: question("Delete \(first.name)?"), line: line(yesTo: [first.reference.address]),
                outcomeOfRejection: Self.outcomeOfRejection
            ).present()
        }
        let all = previews.map(\.reference)
        let list: Message = "\(all.count) records: \(all.sample(of: all.count))."
        let what: Message = agreed.isEmpty ? "\(list) Delete \(first.name)?" : "Also delete \(first.name)?"
        let series = SeriesPresenter(
            open: all.map(\.address), agreed: agreed,
            asking: { Self.command.line($0.map(RecordArgument.init), $1.map(RecordArgument.init), nil, .none) },
            running: line, outcomeOfRejection: Self.outcomeOfRejection)
        return series.present(question(what))
    }

    /// Returns a question with the consequences of the deletion.
    private func question(_ text: Message) -> Message {
        ([text] + (previews.first?.warning.map { [$0] } ?? [])).joined()
    }

    private func line(yesTo ids: [RecordID]) -> String {
        Self.command.line(ids.map(RecordArgument.init), [], nil, .yes)
    }
}
