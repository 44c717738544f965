import Localization
import Navigation

/// A presenter that asks about one item at a time. The command runs after the last answer. Quitting cancels the whole
/// command.
struct SeriesPresenter<Item: Sendable> {
    /// The items to confirm.
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
