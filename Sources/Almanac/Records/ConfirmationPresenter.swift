import Localization
import Model
import Navigation

/// A presenter that asks the user to confirm a command.
struct ConfirmationPresenter: Sendable {
    let question: Message
    /// The command line to run after confirmation.
    let line: String
    /// The sentence that is shown after rejection, even if the program was restarted before the answer.
    let outcomeOfRejection: Message
    /// The title of the answer that does nothing.
    var reject: Message = "no"
    /// Whether the answer that does nothing comes first.
    var isRejectFirst = false
    /// The option that skips confirmation, if any.
    var flag: String? = Option.yes.name

    func present() -> NavigationAction {
        let answers = [Prompt.Answer("yes", line: line), Prompt.Answer(reject, outcome: outcomeOfRejection)]
        return .ask([Prompt(question, isRejectFirst ? answers.reversed() : answers, flag: flag)])
    }
}

/// A presenter that asks about one item at a time. The command runs after the last answer. Quitting cancels the whole
/// command.
struct SeriesPresenter<Item: Sendable> {
    let open: [Item]
    /// The items that the user has already confirmed.
    let agreed: [Item]
    /// A closure that returns the command line that asks about the open items.
    let asking: (_ open: [Item], _ agreed: [Item]) -> String
    /// A closure that returns the command line that runs the command for the confirmed items.
    let running: ([Item]) -> String
    /// The sentence that is shown if no item is confirmed.
    let outcomeOfRejection: Message

    /// Asks about the first item.
    func present(_ question: Message) -> NavigationAction {
        .ask([
            Prompt(
                question,
                [
                    .init("yes", line: rest(agreedTo: agreed + open.prefix(1))),
                    answer("no", line: rest(agreedTo: agreed)), .init("all", line: running(agreed + open)),
                    answer("quit", line: nil),
                ], flag: Option.yes.name)
        ])
    }

    private func answer(_ title: Message, line: String?) -> Prompt.Answer {
        Prompt.Answer(title, line: line, outcome: line == nil ? outcomeOfRejection : nil)
    }

    /// Returns the command line that follows an answer, or `nil` if there is nothing to do.
    private func rest(agreedTo agreed: [Item]) -> String? {
        let rest = Array(open.dropFirst())
        guard rest.isEmpty else { return asking(rest, agreed) }
        return agreed.isEmpty ? nil : running(agreed)
    }
}

/// A presenter that asks for confirmation before deleting records, one record at a time. Records are deleted after the
/// last answer. Quitting cancels the whole command.
struct BulkConfirmationPresenter: Sendable {
    let previews: [DeletionPreview]
    /// The records that the user has already confirmed.
    let agreed: [RecordID]

    /// The command `delete`. IDs after `with` are already confirmed, so `delete notes/3 with notes/1 notes/2` asks only
    /// about `notes/3`.
    static let command = CommandDeclaration(
        "delete", aliases: ["d"], .any("ID", .record()), .any("ID", .record(), after: "with"), .listSelection,
        about: "Delete records of one kind after confirmation",
        examples: ["delete persons/7", "delete notes/1 notes/2 --yes", "delete --where 'not has email'"],
        details: RecordSelection.details, effect: .confirmedChanges)

    private static let outcomeOfRejection: Message = "Nothing was deleted."

    func present() -> NavigationAction {
        guard let first = previews.first else { return .stay }
        guard previews.count > 1 || !agreed.isEmpty else {
            return ConfirmationPresenter(
                question: question("Delete \(first.name)?"), line: line(yesTo: [first.reference.id]),
                outcomeOfRejection: Self.outcomeOfRejection
            ).present()
        }
        let all = previews.map(\.reference)
        let list: Message = "\(all.count) records: \(all.sample(of: all.count))."
        let what: Message = agreed.isEmpty ? "\(list) Delete \(first.name)?" : "Also delete \(first.name)?"
        let series = SeriesPresenter(
            open: all.map(\.id), agreed: agreed,
            asking: { Self.command.line($0.map(RecordArgument.init), $1.map(RecordArgument.init), nil) },
            running: line, outcomeOfRejection: Self.outcomeOfRejection)
        return series.present(question(what))
    }

    /// Returns a question with the consequences of the deletion.
    private func question(_ text: Message) -> Message {
        ([text] + (previews.first?.warning.map { [$0] } ?? [])).joined()
    }

    private func line(yesTo ids: [RecordID]) -> String {
        Self.command.line(ids.map(RecordArgument.init), [], nil, confirmation: .yes)
    }
}
