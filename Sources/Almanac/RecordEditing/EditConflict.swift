import Display
import Model

/// An edit that was refused because the record had changed meanwhile: the sentence, and both versions side by side.
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
        rows = Content.fields.compactMap { field in
            let values = [field.value(of: yours), field.value(of: present.content)]
            return values[0] == values[1] ? nil : .init(key: field.key, title: field.title, values: values)
        }
    }

    /// Knowing which fields somebody has typed: what differs in others is not put over what is in the store.
    func about(_ keys: Set<String>) -> EditConflict {
        var conflict = self
        conflict.others = rows.filter { !keys.contains($0.key) }
        conflict.rows = rows.filter { keys.contains($0.key) }
        return conflict
    }

    public var page: Page {
        let comparisons = [
            Comparison(names: ["yours", "in the store"], rows: rows),
            Comparison(names: ["before", "in the store"], rows: others),
        ]
        return Page(
            "Two versions of \(record.name)", address: record.address.description,
            comparisons.filter { !$0.rows.isEmpty }.map(Block.comparison))
    }
}
