import Model

extension Step {
    /// What it has done and how to take it back, in a sentence each.
    ///
    /// - Parameter changes: The first two at least.
    func remark(_ changes: [RecordChange]) -> String {
        guard let change = changes.first, changes.count == 1 else {
            return "\(Action.changed.verb) \(recordWords ?? "nothing"). “undo” takes that back."
        }
        let fields = change.action == .changed ? ": " + change.fields.map(\.title).unique.joined(separator: ", ") : ""
        let name = "\(change.record.name) (\(change.record.address))"
        return "\(change.action.verb) \(name)\(fields). “undo” takes that back."
    }

    private typealias Action = RecordChange.Action
}

extension RecordChange.Action {
    fileprivate var verb: String {
        switch self {
        case .added: "Added"
        case .changed: "Changed"
        case .deleted: "Deleted"
        case .purged: "Purged"
        }
    }
}
