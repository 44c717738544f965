import Display
import Model
import Navigation

/// The coordinator of the duplicates flow: the list of possible pairs, and the comparison of one pair.
struct DuplicatesFlowCoordinator: FlowCoordinator {
    let services: Services
    let resolver: RecordResolver
    let pageSize: Int

    func screen(for place: DuplicatesPlace) async throws -> any Screen {
        let commands = DuplicateCommands(merge: MergeCommand(services: services, resolver: resolver))
        switch place {
        case .pairs(let state):
            let reader = DuplicatesReader(duplicates: services.duplicates, pageSize: pageSize)
            let route = { @Sendable (state: DuplicatesState) in Route.duplicates(.pairs(state)) }
            return try await PageScreen(
                state, at: route, reading: reader.page, keys: { $0.items.map(\.key) }, hasMore: \.hasMore,
                commands: commands.listCommands + [.narrow(state, at: route)]
            ) { pairs in (state.title("duplicates"), Page("Duplicates", [.table(reader.table(pairs, state))])) }
        case .pair(let first, let second):
            let (one, other) = (try await services.persons.record(first), try await services.persons.record(second))
            let reasons = try await services.duplicates.reasons(first, second)
            return PageScreen(nil, .pair(one, other, reasons), commands.pairCommands(first, second))
        }
    }
}
