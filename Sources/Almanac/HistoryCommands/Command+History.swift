import Localization
import Model
import Navigation

extension Command {
    /// Numbers in the history are those of steps.
    static let showStep = Command(
        "show", .argument("STEP", .step.orMismatch), about: "what that step has changed", examples: ["show 12"]
    ) { _, step in .open(step.path) }

    /// The record in a row on screen.
    static func show(
        _ summary: Message, examples: [String] = ["show 1"], open: @escaping @Sendable (RecordID) -> NavigationAction
    ) -> Command {
        Command("show", .argument("ROW", .row), about: summary, examples: examples) { _, id in open(id) }
    }
}
