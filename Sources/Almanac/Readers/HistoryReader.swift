import Display
import Model
import Navigation

/// A reader of the history and the trash.
struct HistoryReader: Sendable {
    let history: any HistoryDataSource
    let clock: Clock
    let pageSize: Int

    /// The number of changes on a page. It is smaller than for other pages because a change can have many rows.
    private var changesOnPage: Int { max(1, pageSize / 4) }

    // MARK: - Steps

    func steps(_ state: HistoryState) async throws -> ResultPage<Step> {
        try await history.steps(
            about: nil, matching: state.narrowing, at: state.start, limit: state.limit ?? pageSize)
    }

    func blocks(_ page: ResultPage<Step>, _ state: HistoryState) -> (people: [Block], programs: [Block]) {
        let table = PagedTable<Step>(
            key: "steps", placeholder: state.placeholder("No changes yet."), continues: state.limit == nil
        ) { try await steps(state.starting(.after($0.id))) }
        return (
            [.table(table.table(page, Step.columns) { [$0.row(clock)] })],
            [
                .table(
                    table.table(page, Step.columnsForPrograms, Step.keysForPrograms) {
                        [Row($0.fieldsForPrograms(clock))]
                    })
            ]
        )
    }

    // MARK: - The steps of a record

    func steps(about address: RecordID, _ state: HistoryState) async throws -> ResultPage<RecordStep> {
        let steps = try await history.steps(
            about: address, matching: state.narrowing, at: state.start, limit: state.limit ?? pageSize)
        let changes = try await history.changes(of: address, in: steps.items.map(\.id))
        return ResultPage(
            steps.items.map { RecordStep(step: $0, about: address, changes: changes[$0.id, default: []]) },
            hasMore: steps.hasMore)
    }

    func blocks(
        _ page: ResultPage<RecordStep>, about address: RecordID, _ state: HistoryState
    ) -> (people: [Block], programs: [Block]) {
        let table = PagedTable<RecordStep>(
            key: "steps", placeholder: state.placeholder("No changes to \(address) yet."),
            continues: state.limit == nil
        ) { try await steps(about: address, state.starting(.after($0.step.id))) }
        return (
            [.table(table.table(page, RecordStep.columns) { $0.rows(clock) })],
            [.table(table.table(page, RecordStep.columnsForPrograms) { $0.rowsForPrograms(clock) })]
        )
    }

    // MARK: - The changes of a step

    func changes(of step: Step, at start: PageCursor<RecordID> = .beginning) async throws -> ResultPage<RecordChange> {
        try await history.changes(of: step.id, at: start, limit: changesOnPage)
    }

    /// Returns the changes of a step, or the changes that undoing the step would make.
    func blocks(
        _ page: ResultPage<RecordChange>, of step: Step, isReversed: Bool = false
    ) -> (people: [Block], programs: [Block]) {
        let table = PagedTable<RecordChange>(key: "changes", placeholder: "This step changed no records.") {
            try await changes(of: step, at: .after($0.record.address))
        }
        let seen = { @Sendable (change: RecordChange) in isReversed ? change.reversed : change }
        return (
            [.table(table.table(page, RecordChange.columns) { seen($0).rows })],
            [
                .table(Table("steps", columns: Step.columnsForPrograms, rows: [Row(step.fieldsForPrograms(clock))])),
                .table(
                    table.table(page, RecordChange.columnsForPrograms) { [Row(seen($0).fieldsForPrograms)] }),
            ]
        )
    }

    // MARK: - The trash

    func trash(_ state: TrashState) async throws -> ResultPage<DeletedRecord> {
        try await history.trash(matching: state.narrowing, at: state.start, limit: state.limit ?? pageSize)
    }

    func blocks(_ page: ResultPage<DeletedRecord>, _ state: TrashState) -> (people: [Block], programs: [Block]) {
        let table = PagedTable<DeletedRecord>(
            key: "trash", placeholder: state.placeholder("The trash is empty."), continues: state.limit == nil,
            isNumbered: true
        ) { try await trash(state.starting(.after($0.record.address))) }
        return (
            [.table(table.table(page, DeletedRecord.columns) { [$0.row(clock)] })],
            [
                .table(
                    table.table(page, DeletedRecord.columns, DeletedRecord.keysForPrograms) {
                        [$0.rowForPrograms(clock)]
                    })
            ]
        )
    }

    /// Returns all deleted records.
    func remains() async throws -> [DeletedRecord] {
        var found: [DeletedRecord] = []
        var page = ResultPage<DeletedRecord>([], hasMore: true)
        while page.hasMore {
            let start = page.items.last.map { PageCursor.after($0.record.address) } ?? .beginning
            page = try await history.trash(at: start, limit: 1000)
            found += page.items
        }
        return found
    }
}
