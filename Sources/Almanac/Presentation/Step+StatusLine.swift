import Localization
import Model

extension Step {
    /// What it has done and how to take it back, in a sentence each.
    ///
    /// - Parameter changes: The first two at least.
    func statusLine(_ changes: [RecordChange]) -> Message {
        guard let change = changes.first, changes.count == 1 else {
            return "\(Action.changed.verb) \(recordWords ?? "nothing"). “undo” takes that back."
        }
        let name: Message = "\(change.record.name) (\(change.record.address))"
        guard change.action == .changed else { return "\(change.action.verb) \(name). “undo” takes that back." }
        let fields = change.fields.map(\.title).unique.map(Message.init(title:)).joined(separator: ", ")
        return "\(change.action.verb) \(name): \(fields). “undo” takes that back."
    }

    private typealias Action = RecordChange.Action
}

extension RecordChange.Action {
    fileprivate var verb: Message {
        switch self {
        case .added: "Added"
        case .changed: "Changed"
        case .deleted: "Deleted"
        case .purged: "Purged"
        }
    }
}
