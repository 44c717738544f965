import Display
import Model
import Navigation

/// The coordinator of the duplicates flow: the list of possible duplicates and the child flow that merges one pair.
struct DuplicatesFlowCoordinator: FlowCoordinator, DuplicateNavigator {
    let duplicates: any DuplicateDataSource
    let persons: any PersonDataSource
    let backups: any AutomaticBackups
    let resolver: RecordResolver
    let pageSize: Int
    /// The delegate that opens the persons selected in a comparison.
    let delegate: any PersonNavigator

    let start = DuplicatesLocation.standard

    /// Returns the child flow that merges two persons.
    private func mergeFlow(of pair: PersonPair) -> MergeFlowCoordinator {
        MergeFlowCoordinator(
            start: pair, duplicates: duplicates, persons: persons, command: mergeCommand, delegate: self)
    }

    /// The command that merges any two persons.
    private var mergeCommand: MergeCommand {
        MergeCommand(duplicates: duplicates, persons: persons, backups: backups, resolver: resolver)
    }

    func screen(for location: DuplicatesLocation) async throws -> any Screen {
        switch location {
        case .pairs(let state):
            let route = { @Sendable (state: DuplicatesState) in Route.duplicates(.pairs(state)) }
            let list = PagedList(
                key: "duplicates", state: state, placeholder: state.placeholder("No duplicates found."),
                continues: state.limit == nil, isNumbered: true, id: \.key, read: page)
            return try await PageScreen(
                list, at: route, commands: duplicateCommands.listCommands + [.narrow(state, at: route)]
            ) { pairs in
                let table = list.block(pairs, DuplicatePair.columns, DuplicatePair.keys) { [$0.row] }
                return (state.title("duplicates"), Page("Duplicates", [table]))
            }
        case .pair(let pair): return try await mergeFlow(of: pair).screen(for: pair)
        }
    }

    func children(at location: DuplicatesLocation) -> [any Responder] {
        if case .pair(let pair) = location { [mergeFlow(of: pair)] } else { [] }
    }

    // MARK: - DuplicateNavigator

    func showPairs(_ state: DuplicatesState) -> NavigationAction { .push(.duplicates(.pairs(state))) }
    func didSelect(_ pair: PersonPair) -> NavigationAction { .push(.duplicates(.pair(mergeFlow(of: pair).start))) }

    // MARK: - Commands

    var sharedTopics: [Topic] { [Topic("Duplicates", duplicateCommands.commands + [mergeCommand.command])] }

    private var duplicateCommands: DuplicateCommands { DuplicateCommands(merge: mergeCommand, navigator: self) }

    @Sendable private func page(_ state: DuplicatesState) async throws -> ResultPage<DuplicatePair> {
        let limit = state.limit ?? pageSize
        var page = try await duplicates.pairs(matching: state.narrowing, at: state.start, limit: limit)
        if state.limit != nil, page.items.count > limit {
            page.items = Array(page.items.prefix(limit))
            page.hasMore = true
        }
        return page
    }
}

extension DuplicatesFlowCoordinator: MergeFlowDelegate {
    func didMerge(_ report: Page) -> NavigationAction { .all([.leave, .tell(report)]) }
    func didSelect(_ person: Person.ID) -> NavigationAction { delegate.didSelect(person) }
}

/// A delegate that receives the events of the merge flow.
protocol MergeFlowDelegate: PersonNavigator {
    /// Returns the action that closes the comparison after its persons are merged.
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
            .show("Show the contact in that row") { Person.ID($0).map(delegate.didSelect) },
            Command(
                "merge", aliases: ["m"], .assignments(of: .person), .survivor, about: "Merge these two contacts",
                examples: ["merge", "merge --keep \(pair.second.recordID)"], effect: .confirmedChanges
            ) { invocation, words, survivor in
                try await command.merge(
                    pair, words, keeping: survivor, in: invocation, then: delegate.didMerge)
            },
        ]
    }
}
