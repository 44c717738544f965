import Display
import Model

/// An error that reports an edit conflict and shows both versions side by side.
public struct EditConflict: UserFacingError {
    public let explanation: ErrorReport
    let present: Int
    private let record: RecordReference
    private var rows: [Comparison.Difference]
    private var others: [Comparison.Difference] = []

    init<Content: Presentable>(_ problem: RecordProblem, yours: Content, present: Record<Content>) {
        explanation = problem.explanation
        self.present = present.version
        record = present.reference
        rows = yours.differences(from: present.content)
    }

    /// Returns the conflict with the user’s edited fields separated from the fields that changed only in the database.
    ///
    /// - Parameter keys: The keys of the fields that the user has edited.
    func about(_ keys: Set<String>) -> EditConflict {
        var conflict = self
        conflict.others = rows.filter { !keys.contains($0.key) }
        conflict.rows = rows.filter { keys.contains($0.key) }
        return conflict
    }

    public var page: Page {
        let comparisons = [
            Comparison(names: ["yours", "in the database"], rows: rows),
            Comparison(names: ["before", "in the database"], rows: others),
        ]
        return Page(
            "Edit conflict: \(record.name)", address: record.address.description,
            comparisons.filter { !$0.rows.isEmpty }.map(Block.comparison))
    }
}
