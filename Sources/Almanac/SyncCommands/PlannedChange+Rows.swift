import Display
import Interchange
import Localization
import Sync

// Output for people has a row for each changed field. Output for programs has one row for each change.
extension PlannedChange {
    static let columns = [
        Column("direction", "Direction"), Column("action", "Change"), Column("name", "Name", isIdentifying: true),
        Column("field", "Field"), Column("old", "Before"), Column("new", "After"),
    ]

    /// The rows of the change. Only the first row contains the name.
    var rows: [Row] {
        let heading = [
            Field("direction", "Direction", .words(direction.words)), Field("action", "Change", .words(action.words)),
            Field("name", "Name", .text(title)),
        ]
        // The fields of a deleted contact are not changed one by one.
        let fields = action == .delete ? [] : changes.map(\.fields)
        return fields.isEmpty
            ? [Row(heading)] : fields.enumerated().map { Row(($0 == 0 ? heading : []) + $1) }
    }

    var fieldsForPrograms: [Field] {
        [
            Field("direction", "Direction", .words(direction.words)), Field("action", "Change", .words(action.words)),
            Field("name", "Name", .text(title)),
            Field("fields", "Fields", .list(changes.map { .parts($0.fields) })),
        ]
    }

    private var changes: [Comparison.Difference] {
        differences.flatMap { PropertyValues.differences($0.property, $0.old, $0.new) }
    }
}

extension Comparison.Difference {
    /// The old and the new value as fields of a row.
    fileprivate var fields: [Field] {
        [
            Field("field", "Field", .words(Message(title: title))), Field("old", "Before", values[0]),
            Field("new", "After", values[1]),
        ]
    }
}

extension PlannedChange.Direction {
    var words: Message {
        switch self {
        case .received: "received"
        case .sent: "sent"
        }
    }
}

extension PlannedChange.Action {
    fileprivate var words: Message {
        switch self {
        case .create: "created"
        case .change: "changed"
        case .delete: "deleted"
        }
    }
}
