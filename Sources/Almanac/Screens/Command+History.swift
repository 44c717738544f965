import Model

extension Command {
    /// Numbers in the history are those of steps.
    static let showStep = Command(
        "show", [Parameter("STEP", .step)], about: "what that step has changed", examples: ["show 12"]
    ) { invocation in Step.ID(invocation.arguments[0]).map { .open($0.path) } }

    /// What is read in one direction: the page behind this one, if there is one, and the first.
    static func paging(to next: Route?, from first: Route) -> [Command] {
        [
            Command("next", aliases: ["n"], about: "the next page") { _ in
                guard let next else {
                    throw CommandProblem.notHere("This is the last page.", next: "“first” shows the first one again.")
                }
                return .replace(next)
            },
            Command("first", about: "the first page") { _ in .replace(first) },
        ]
    }
}
