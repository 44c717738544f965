import Display
import Model
import Navigation

/// The coordinator of the duplicates flow: the list of possible duplicates and the comparison of one pair.
struct DuplicatesFlowCoordinator: FlowCoordinator {
    let services: Services
    let resolver: RecordResolver
    let pageSize: Int

    func screen(for location: DuplicatesLocation) async throws -> any Screen {
        let commands = DuplicateCommands(merge: MergeCommand(services: services, resolver: resolver))
        switch location {
        case .pairs(let state):
            let route = { @Sendable (state: DuplicatesState) in Route.duplicates(.pairs(state)) }
            let list = PagedList(
                key: "duplicates", state: state, placeholder: state.placeholder("No duplicates found."),
                continues: state.limit == nil, isNumbered: true, id: \.key, read: page)
            return try await PageScreen(
                list, at: route, commands: commands.listCommands + [.narrow(state, at: route)]
            ) { pairs in
                let table = list.block(pairs, DuplicatePair.columns, DuplicatePair.keys) { [$0.row] }
                return (state.title("duplicates"), Page("Duplicates", [table]))
            }
        case .pair(let first, let second):
            let (one, other) = (try await services.persons.record(first), try await services.persons.record(second))
            let reasons = try await services.duplicates.reasons(first, second)
            return PageScreen(nil, .pair(one, other, reasons), commands.pairCommands(first, second))
        }
    }

    @Sendable private func page(_ state: DuplicatesState) async throws -> ResultPage<DuplicatePair> {
        let limit = state.limit ?? pageSize
        var page = try await services.duplicates.pairs(matching: state.narrowing, at: state.start, limit: limit)
        if state.limit != nil, page.items.count > limit {
            page.items = Array(page.items.prefix(limit))
            page.hasMore = true
        }
        return page
    }
}
