import Display
import Model
import Navigation

/// A delegate that receives the changed records that are opened from the history.
protocol HistoryFlowDelegate: RecordNavigator {}

/// The coordinator of the history flow: all steps, one step, the steps of one record, and the trash.
struct HistoryFlowCoordinator: FlowCoordinator, HistoryNavigator {
    let reader: HistoryReader
    let maintenance: any DatabaseMaintenance
    let resolver: RecordResolver
    let session: CurrentSession
    let delegate: any HistoryFlowDelegate

    let start = HistoryLocation.standard

    func screen(for location: HistoryLocation) async throws -> any Screen {
        switch location {
        case .steps(let state): try await steps(state)
        case .step(let id, let state): try await changes(of: id, state)
        case .record(let address, let state): try await steps(about: address, state)
        }
    }

    private func steps(_ state: HistoryState) async throws -> PageScreen {
        let route = { @Sendable (state: HistoryState) in Route.history(.steps(state)) }
        let list = reader.steps(state)
        return try await PageScreen(list, at: route, commands: [.showStep(by: self), .narrow(state, at: route)]) {
            steps in
            let people = list.block(steps, Step.columns) { [$0.row(reader.clock)] }
            let programs = list.block(steps, Step.columnsForPrograms, Step.keysForPrograms) {
                [Row($0.fieldsForPrograms(reader.clock))]
            }
            return (state.title("history"), Page("History", [people], forPrograms: [programs]))
        }
    }

    /// Returns the screen with the steps of a record, even if the record was deleted.
    private func steps(about address: RecordID, _ state: HistoryState) async throws -> PageScreen {
        let route = { @Sendable (state: HistoryState) in Route.history(.record(address, state)) }
        let list = reader.steps(about: address, state)
        return try await PageScreen(list, at: route, commands: [.showStep(by: self), .narrow(state, at: route)]) {
            steps in
            let people = list.block(steps, RecordStep.columns) { $0.rows(reader.clock) }
            let programs = list.block(steps, RecordStep.columnsForPrograms) { $0.rowsForPrograms(reader.clock) }
            let name = steps.items.lazy.compactMap(\.name).first ?? address.description
            let page = Page(
                "History of \(name)", address: address.description, [people], forPrograms: [programs])
            return (state.title(name), page)
        }
    }

    /// Returns the screen with the changes of a step, grouped by record.
    private func changes(of id: Step.ID, _ state: ChangesState) async throws -> PageScreen {
        let step = try await reader.history.step(id)
        let list = reader.changes(of: step, state)
        let accounts = try await reader.history.accountChanges(of: id)
        return try await PageScreen(
            list, at: { .history(.step(id, $0)) },
            commands: [.show("Show the record in that row", open: delegate.didSelect)]
        ) { changes in
            let blocks = reader.blocks(list, startingWith: changes, accounts, of: step)
            let facts = step.row(reader.clock).fields.filter { $0.key != "number" && $0.key != "command" }
            let page = Page(
                step.command.map { "Step \(id.rawValue): \($0)" } ?? "Step \(id.rawValue)",
                address: Path(id.route).description, [.record(facts)] + blocks.people, forPrograms: blocks.programs)
            return ("step \(id.rawValue)", page)
        }
    }

    /// Returns the screen of the deleted records.
    func trash(_ state: TrashState) async throws -> PageScreen {
        let list = reader.trash(state)
        let show = Command.show("Show the history of that record") {
            showSteps(of: $0, HistoryState())
        }
        return try await PageScreen(list, at: Route.trash, commands: [show, .narrow(state, at: { .trash($0) })]) {
            trash in
            let people = list.block(trash, DeletedRecord.columns) { [$0.row(reader.clock)] }
            let programs = list.block(trash, DeletedRecord.columns, DeletedRecord.keysForPrograms) {
                [$0.rowForPrograms(reader.clock)]
            }
            return (state.title("trash"), Page("Trash", [people], forPrograms: [programs]))
        }
    }

    // MARK: - HistoryNavigator

    func showSteps(_ state: HistoryState) -> NavigationAction { .push(.history(.steps(state))) }
    func showSteps(of record: RecordID, _ state: HistoryState) -> NavigationAction {
        .push(.history(.record(record, state)))
    }
    func showChanges(of step: Step.ID, _ state: ChangesState) -> NavigationAction {
        .push(.history(.step(step, state)))
    }
    func showTrash(_ state: TrashState) -> NavigationAction { .push(.trash(state)) }

    // MARK: - Commands

    var sharedTopics: [Topic] {
        let history = HistoryCommands(reader: reader, resolver: resolver, session: session, navigator: self)
        let trash = TrashCommands(reader: reader, maintenance: maintenance, navigator: self)
        return [Topic("History", history.commands + trash.commands)]
    }
}
