import Localization

/// What one step has made of one record, field by field.
public struct RecordChange: Hashable, Sendable {
    public enum Action: String, Hashable, Sendable {
        case added, changed, deleted
        /// Gone for ever: nothing is known of what the step did.
        case purged
    }

    /// The record, by the name it had after the change, or before it was deleted.
    public let record: RecordReference
    public let action: Action
    public let fields: [FieldChange]

    public init(record: RecordReference, action: Action, fields: [FieldChange]) {
        self.record = record
        self.action = action
        self.fields = fields
    }

    /// A change of one field.
    public init(record: RecordReference, key: String, title: Title, from old: String, to new: String) {
        self.init(
            record: record, action: .changed, fields: [FieldChange(key: key, title: title, old: old, new: new)])
    }
}

/// One value of a field before and after a change; empty for none.
public struct FieldChange: Hashable, Sendable {
    /// As `EditableField` and JSON name it; `members` and the like for what is no field of a form.
    public let key: String
    public let title: Title
    public let old: String
    public let new: String

    public init(key: String, title: Title, old: String, new: String) {
        self.key = key
        self.title = title
        self.old = old
        self.new = new
    }
}
