import Display
import Localization
import Model
import Navigation

/// The coordinator of the history flow: all steps, one step, the steps of one record, and the trash.
struct HistoryFlowCoordinator: FlowCoordinator, HistoryNavigator {
    let reader: HistoryReader
    let maintenance: any DatabaseMaintenance
    let resolver: RecordResolver
    let session: CurrentSession
    /// The delegate that opens the changed records selected in the history.
    let delegate: any RecordNavigator

    let start = HistoryLocation.standard

    func screen(for location: HistoryLocation) async throws -> any Screen {
        switch location {
        case .steps(let state): try await steps(state)
        case .step(let id, let state): try await changes(of: id, state)
        case .record(let id, let state): try await steps(about: id, state)
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
    private func steps(about id: RecordID, _ state: HistoryState) async throws -> PageScreen {
        let route = { @Sendable (state: HistoryState) in Route.history(.record(id, state)) }
        let list = reader.steps(about: id, state)
        return try await PageScreen(list, at: route, commands: [.showStep(by: self), .narrow(state, at: route)]) {
            steps in
            let people = list.block(steps, RecordStep.columns) { $0.rows(reader.clock) }
            let programs = list.block(steps, RecordStep.columnsForPrograms) { $0.rowsForPrograms(reader.clock) }
            let name = steps.items.firstNonNil(\.name) ?? id.description
            let page = Page(
                "History of \(name)", address: id.description, [people], forPrograms: [programs])
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
    func showSteps(of id: RecordID, _ state: HistoryState) -> NavigationAction {
        .push(.history(.record(id, state)))
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

/// A reader of the history and the trash.
struct HistoryReader: Sendable {
    let history: any HistoryDataSource
    let clock: Clock
    let pageSize: Int

    // A change can have many rows, so pages of changes have fewer items than other pages.
    private var changesOnPage: Int { max(1, pageSize / 4) }

    func steps(_ state: HistoryState) -> PagedList<HistoryState, Step> {
        PagedList(
            key: "steps", state: state, placeholder: placeholder("No changes yet.", state),
            continues: state.limit == nil, id: \.id
        ) {
            try await history.steps(
                about: nil, since: $0.since, matching: $0.narrowing, at: $0.start, limit: $0.limit ?? pageSize)
        }
    }

    func steps(about id: RecordID, _ state: HistoryState) -> PagedList<HistoryState, RecordStep> {
        PagedList(
            key: "steps", state: state, placeholder: placeholder("No changes to \(id) yet.", state),
            continues: state.limit == nil, id: \.step.id
        ) {
            let steps = try await history.steps(
                about: id, since: $0.since, matching: $0.narrowing, at: $0.start, limit: $0.limit ?? pageSize)
            let changes = try await history.changes(of: id, in: steps.items.map(\.id))
            return ResultPage(
                steps.items.map { RecordStep(step: $0, about: id, changes: changes[$0.id, default: []]) },
                hasMore: steps.hasMore)
        }
    }

    private func placeholder(_ usual: Message, _ state: HistoryState) -> Message {
        state.placeholder(state.since.map { "No changes since \(clock.words($0))." } ?? usual)
    }

    func changes(
        of step: Step, _ state: ChangesState = ChangesState()
    ) -> PagedList<ChangesState, RecordChange> {
        PagedList(
            key: "changes", state: state, placeholder: "This step changed no records.", continues: state.limit == nil,
            id: \.record.id
        ) { try await history.changes(of: step.id, at: $0.start, limit: $0.limit ?? changesOnPage) }
    }

    /// Returns tables of the changes of a step, or of the changes that undoing the step would make.
    ///
    /// - Parameters:
    ///   - page: The page of record changes that the table begins with.
    ///   - accounts: The changes to accounts, which are shown before each page of record changes.
    func blocks(
        _ list: PagedList<ChangesState, RecordChange>, startingWith page: ResultPage<RecordChange>,
        _ accounts: [AccountChange], of step: Step, isReversed: Bool = false
    ) -> (people: [Block], programs: [Block]) {
        let seen = { @Sendable (change: RecordChange) in isReversed ? change.reversed : change }
        let seenAccounts = isReversed ? accounts.map(\.reversed) : accounts
        let steps = Table("steps", columns: Step.columnsForPrograms, rows: [Row(step.fieldsForPrograms(clock))])
        let changes = list.block(page, RecordChange.columnsForPrograms) { [Row(seen($0).fieldsForPrograms)] }
        let people = list.block(page, RecordChange.columns) { seen($0).rows }
        guard !accounts.isEmpty else { return ([people], [.table(steps), changes]) }
        let rows = seenAccounts.map { Row($0.fieldsForPrograms) }
        return (
            [.table(Table("accounts", columns: AccountChange.columns, rows: seenAccounts.flatMap(\.rows)))]
                + (page.items.isEmpty ? [] : [people]),
            [
                .table(steps), .table(Table("accounts", columns: AccountChange.columnsForPrograms, rows: rows)),
                changes,
            ]
        )
    }

    func trash(_ state: TrashState) -> PagedList<TrashState, DeletedRecord> {
        PagedList(
            key: "trash", state: state, placeholder: state.placeholder("The trash is empty."),
            continues: state.limit == nil, isNumbered: true, id: \.record.id
        ) { try await history.trash(matching: $0.narrowing, at: $0.start, limit: $0.limit ?? pageSize) }
    }

    func deletedRecords() async throws -> [DeletedRecord] {
        var found: [DeletedRecord] = []
        var page = ResultPage<DeletedRecord>([], hasMore: true)
        while page.hasMore {
            let start = page.items.last.map { PageCursor.after($0.record.id) } ?? .beginning
            page = try await history.trash(at: start, limit: 1000)
            found += page.items
        }
        return found
    }
}
