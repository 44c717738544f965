import Localization
import Model
import Navigation

/// Asks before records are deleted: about a single one yes or no; about several one after the other, the first question
/// saying how many there are. Until the last is answered nothing happens, and quitting drops all of it.
struct BulkConfirmationPresenter: Sendable {
    /// Those still to be asked about.
    let previews: [DeletionPreview]
    /// Those that somebody has said yes to.
    let agreed: [RecordID]

    /// `delete notes/3 with notes/1 notes/2` asks about the first only.
    static let command = CommandDeclaration(
        "delete", .some("ID", .record()), .any("ID", .record(), behind: "with"), .confirmation,
        about: "records of one kind, after asking; those behind “with” too, once the others are answered for",
        examples: ["delete persons/7", "delete notes/1 notes/2 --yes"], effect: .changes)

    func present() -> NavigationAction {
        guard let first = previews.first else { return .stay }
        guard previews.count > 1 || !agreed.isEmpty else {
            return ConfirmationPresenter(
                question: question("Delete \(first.name)?"), line: line(yesTo: [first.reference.address]), flag: "--yes"
            ).present()
        }
        let all = previews.map(\.reference)
        let list: Message = "\(all.count) records: \(all.sample(of: all.count))."
        let what: Message = agreed.isEmpty ? "Delete \(list) First, \(first.name)?" : "Delete \(first.name) too?"
        return .ask([
            Prompt(
                question(what),
                [
                    .init("yes", line: rest(agreedTo: agreed + [first.reference.address])),
                    .init("no", line: rest(agreedTo: agreed)),
                    .init("all", line: line(yesTo: agreed + all.map(\.address))),
                    .init("quit"),
                ], flag: "--yes")
        ])
    }

    /// With what else the deletion changes.
    private func question(_ text: Message) -> Message {
        ([text] + (previews.first?.warning.map { [$0] } ?? [])).joined()
    }

    /// The line that asks about those behind the first, or the last line; nil when nothing is left to do.
    private func rest(agreedTo agreed: [RecordID]) -> String? {
        let rest = previews.dropFirst().map(\.reference.address)
        guard rest.isEmpty else {
            return Self.command.line(rest.map(RecordWord.init), agreed.map(RecordWord.init), .none)
        }
        return agreed.isEmpty ? nil : line(yesTo: agreed)
    }

    private func line(yesTo ids: [RecordID]) -> String { Self.command.line(ids.map(RecordWord.init), [], .yes) }
}
