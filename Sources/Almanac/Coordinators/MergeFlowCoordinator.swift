import Display
import Model
import Navigation

/// A delegate that receives the events of the merge flow.
protocol MergeFlowDelegate: RecordNavigator {
    /// Returns the action after two persons were merged.
    func didMerge(_ report: Page) -> NavigationAction
}

/// The coordinator of the merge flow, a child of the duplicates flow: it compares two persons, asks which of their
/// values to keep, and merges them.
struct MergeFlowCoordinator: FlowCoordinator {
    let duplicates: any DuplicateDataSource
    let persons: any PersonDataSource
    let backups: any AutomaticBackups
    let resolver: RecordResolver
    let delegate: any MergeFlowDelegate

    func screen(for pair: PersonPair) async throws -> any Screen {
        let (one, other) = (try await persons.record(pair.first), try await persons.record(pair.second))
        let reasons = try await duplicates.reasons(pair.first, pair.second)
        return PageScreen(nil, .pair(one, other, reasons), commands(for: pair))
    }

    /// The command that merges any two persons.
    var command: MergeCommand {
        MergeCommand(
            duplicates: duplicates, persons: persons, backups: backups, resolver: resolver,
            didMerge: delegate.didMerge)
    }

    private func commands(for pair: PersonPair) -> [Command] {
        [
            .show("Show the person in that row", open: delegate.didSelect),
            Command(
                "merge", .assignments(of: .person), .survivor, .dryRun, about: "Merge these two persons",
                examples: ["merge", "merge --keep \(pair.second.address)"], effect: .changes
            ) { invocation, words, survivor, isDryRun in
                try await command.merge(pair, words, keeping: survivor, isDryRun: isDryRun, in: invocation)
            },
        ]
    }
}
