import Display
import Localization
import Model
import Navigation

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

    func steps(about address: RecordID, _ state: HistoryState) -> PagedList<HistoryState, RecordStep> {
        PagedList(
            key: "steps", state: state, placeholder: placeholder("No changes to \(address) yet.", state),
            continues: state.limit == nil, id: \.step.id
        ) {
            let steps = try await history.steps(
                about: address, since: $0.since, matching: $0.narrowing, at: $0.start, limit: $0.limit ?? pageSize)
            let changes = try await history.changes(of: address, in: steps.items.map(\.id))
            return ResultPage(
                steps.items.map { RecordStep(step: $0, about: address, changes: changes[$0.id, default: []]) },
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
            id: \.record.address
        ) { try await history.changes(of: step.id, at: $0.start, limit: $0.limit ?? changesOnPage) }
    }

    /// Returns tables of the changes of a step, or of the changes that undoing the step would make.
    ///
    /// - Parameters:
    ///   - page: The first page of the list of changes to records.
    ///   - accounts: The changes to accounts, which are shown before each page of the changes to records.
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
            continues: state.limit == nil, isNumbered: true, id: \.record.address
        ) { try await history.trash(matching: $0.narrowing, at: $0.start, limit: $0.limit ?? pageSize) }
    }

    /// Returns all deleted records.
    func deletedRecords() async throws -> [DeletedRecord] {
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
