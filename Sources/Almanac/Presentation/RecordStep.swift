import Display
import Model

/// A step in the history of one record: its changes of the record and of the record’s memberships.
struct RecordStep: Hashable, Sendable {
    let step: Step
    let address: RecordID
    let changes: [RecordChange]

    init(step: Step, about address: RecordID, changes: [RecordChange]) {
        self.step = step
        self.address = address
        let groups = changes.filter { $0.record.address != address }
        self.changes = changes.filter { $0.record.address == address } + groups.map(RecordStep.membersOnly)
    }

    private static func membersOnly(_ change: RecordChange) -> RecordChange {
        RecordChange(
            record: change.record, action: change.action, fields: change.fields.filter { $0.key == "membership" })
    }

    /// The name of the record after the step, or before its deletion.
    var name: String? { changes.first { $0.record.address == address }?.record.name }

    static let columns = [
        Column("number", "Step", .trailing), Column("time", "Time"), Column("action", "Change"),
        Column("field", "Field", isIdentifying: true), Column("old", "Before"),
        Column("new", "After", isIdentifying: true),
    ]

    static let columnsForPrograms = Step.columnsForPrograms + RecordChange.columnsForPrograms

    /// Returns a row for each field. Only the first one contains the step.
    func rows(_ clock: Clock) -> [Row] {
        let head = step.row(clock)
        let fields = changes.flatMap { $0.fieldRows(of: $0.record.address == address ? nil : $0.record.name) }
        return fields.enumerated().map { index, fields in
            Row(address: head.address, index == 0 ? head.fields + fields : fields)
        }
    }

    /// Returns a row for each record.
    func rowsForPrograms(_ clock: Clock) -> [Row] {
        changes.map { Row(step.fieldsForPrograms(clock) + $0.fieldsForPrograms) }
    }
}
