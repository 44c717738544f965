import Display
import Model
import Navigation

/// The coordinator of the duplicates flow: the list of possible duplicates and the comparison of one pair.
struct DuplicatesFlowCoordinator: FlowCoordinator, DuplicateNavigator {
    let duplicates: any DuplicateDataSource
    let persons: any PersonDataSource
    let maintenance: any DatabaseMaintenance
    let resolver: RecordResolver
    let pageSize: Int

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
        case .pair(let first, let second):
            let (one, other) = (try await persons.record(first), try await persons.record(second))
            let reasons = try await duplicates.reasons(first, second)
            return PageScreen(nil, .pair(one, other, reasons), duplicateCommands.pairCommands(first, second))
        }
    }

    // MARK: - DuplicateNavigator

    func showPairs(_ state: DuplicatesState) -> NavigationAction { .push(.duplicates(.pairs(state))) }
    func didSelect(_ pair: DuplicatesLocation) -> NavigationAction { .push(.duplicates(pair)) }

    // MARK: - Commands

    var sharedTopics: [Topic] { [Topic("Duplicates", duplicateCommands.commands)] }

    private var duplicateCommands: DuplicateCommands {
        let merge = MergeCommand(
            duplicates: duplicates, persons: persons, maintenance: maintenance, resolver: resolver)
        return DuplicateCommands(merge: merge, navigator: self)
    }

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
