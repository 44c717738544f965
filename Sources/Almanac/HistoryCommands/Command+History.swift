import Model
import Navigation

extension Command {
    /// Numbers in the history are those of steps.
    static let showStep = Command(
        "show", [Parameter("STEP", .step)], about: "what that step has changed", examples: ["show 12"]
    ) { invocation in Step.ID(invocation.arguments[0]).map { .open($0.path) } }
}
