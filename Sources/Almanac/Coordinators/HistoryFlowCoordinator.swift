import Model
import Navigation

/// The history: its steps, one step, one record's steps.
struct HistoryFlowCoordinator: FlowCoordinator {
    let reader: HistoryReader

    func screen(for place: HistoryPlace) async throws -> any Screen {
        switch place {
        case .steps(let state): try await HistoryScreen(state, reader: reader)
        case .step(let id, let start): try await StepScreen(id, at: start, reader: reader)
        case .record(let address, let state): try await RecordHistoryScreen(address, state, reader: reader)
        }
    }
}
