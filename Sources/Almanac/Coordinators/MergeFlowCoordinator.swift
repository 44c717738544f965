import Display
import Model
import Navigation

/// A delegate that receives the events of the merge flow.
protocol MergeFlowDelegate: PersonNavigator {
    /// Returns the action that closes the comparison after its persons were merged.
    func didMerge(_ report: Page) -> NavigationAction
}

/// The coordinator of the merge flow, a child of the duplicates flow: it compares two persons, asks which of their
/// values to keep, and merges them.
struct MergeFlowCoordinator: FlowCoordinator {
    /// The two persons that the flow is about.
    let start: PersonPair
    let duplicates: any DuplicateDataSource
    let persons: any PersonDataSource
    let command: MergeCommand
    let delegate: any MergeFlowDelegate

    func screen(for pair: PersonPair) async throws -> any Screen {
        let (one, other) = (try await persons.record(pair.first), try await persons.record(pair.second))
        let reasons = try await duplicates.reasons(pair.first, pair.second)
        return PageScreen(nil, .pair(one, other, reasons), commands(for: pair))
    }

    private func commands(for pair: PersonPair) -> [Command] {
        [
            .show("Show the person in that row") { Person.ID($0).map(delegate.didSelect) },
            Command(
                "merge", .assignments(of: .person), .survivor, .dryRun, about: "Merge these two persons",
                examples: ["merge", "merge --keep \(pair.second.address)"], effect: .changes
            ) { invocation, words, survivor, isDryRun in
                try await command.merge(
                    pair, words, keeping: survivor, isDryRun: isDryRun, in: invocation, then: delegate.didMerge)
            },
        ]
    }
}
