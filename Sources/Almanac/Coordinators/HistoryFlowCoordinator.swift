import Display
import Model
import Navigation

/// The coordinator of the history flow: all steps, one step, and the steps of one record.
struct HistoryFlowCoordinator: FlowCoordinator {
    let reader: HistoryReader

    func screen(for place: HistoryPlace) async throws -> any Screen {
        switch place {
        case .steps(let state): try await steps(state)
        case .step(let id, let start): try await changes(of: id, at: start)
        case .record(let address, let state): try await steps(about: address, state)
        }
    }

    private func steps(_ state: HistoryState) async throws -> PageScreen {
        let route = { @Sendable (state: HistoryState) in Route.history(.steps(state)) }
        return try await PageScreen(
            state, at: route, reading: reader.steps, keys: { $0.items.map(\.id) }, hasMore: \.hasMore,
            commands: [.showStep, .narrow(state, at: route)]
        ) { steps in
            let blocks = reader.blocks(steps, state)
            return (state.title("history"), Page("History", blocks.people, forPrograms: blocks.programs))
        }
    }

    /// Returns the screen with the steps of a record, even if the record was deleted.
    private func steps(about address: RecordID, _ state: HistoryState) async throws -> PageScreen {
        let route = { @Sendable (state: HistoryState) in Route.history(.record(address, state)) }
        return try await PageScreen(
            state, at: route, reading: { try await reader.steps(about: address, $0) },
            keys: { $0.items.map(\.step.id) }, hasMore: \.hasMore,
            commands: [.showStep, .narrow(state, at: route)]
        ) { steps in
            let blocks = reader.blocks(steps, about: address, state)
            let name = steps.items.lazy.compactMap(\.name).first ?? address.description
            let page = Page(
                "History of \(name)", address: address.description, blocks.people, forPrograms: blocks.programs)
            return (state.title(name), page)
        }
    }

    /// Returns the screen with the changes of a step, grouped by record.
    private func changes(of id: Step.ID, at start: PageCursor<RecordID>) async throws -> PageScreen {
        let step = try await reader.history.step(id)
        return try await PageScreen(
            PagedListState(at: start), at: { .history(.step(id, $0.start)) },
            reading: { try await reader.changes(of: step, at: $0.start) },
            keys: { $0.items.map(\.record.address) }, hasMore: \.hasMore, commands: []
        ) { changes in
            let blocks = reader.blocks(changes, of: step)
            let facts = step.row(reader.clock).fields.filter { $0.key != "number" && $0.key != "command" }
            let page = Page(
                step.command.map { "Step \(id.rawValue): \($0)" } ?? "Step \(id.rawValue)",
                address: id.path.description, [.record(facts)] + blocks.people, forPrograms: blocks.programs)
            return ("step \(id.rawValue)", page)
        }
    }
}
