import Model
import Navigation

/// Duplicates: the likely pairs, and one pair side by side.
struct DuplicatesFlowCoordinator: FlowCoordinator {
    let services: Services
    let directory: RecordResolver
    let pageSize: Int

    func screen(for place: DuplicatesPlace) async throws -> any Screen {
        let merge = MergeCommand(services: services, directory: directory)
        switch place {
        case .pairs(let state):
            let reader = DuplicatesReader(duplicates: services.duplicates, pageSize: pageSize)
            return try await DuplicatesScreen(state, reader: reader, merge: merge)
        case .pair(let first, let second):
            return try await DuplicatePairScreen(first, second, services: services, merge: merge)
        }
    }
}
