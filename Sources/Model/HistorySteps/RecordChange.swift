import Localization

/// The changes that a step made to a record.
public struct RecordChange: Hashable, Sendable {
    public enum Action: String, Hashable, Sendable {
        case added, changed, deleted
        /// A purge of the record, whose earlier changes are unknown.
        case purged
    }

    /// The record, with its name after the change or, if it was deleted, before the deletion.
    public let record: RecordReference
    public let action: Action
    public let fields: [FieldChange]

    public init(record: RecordReference, action: Action, fields: [FieldChange]) {
        self.record = record
        self.action = action
        self.fields = fields
    }

    /// Creates a change to a single field.
    public init(record: RecordReference, key: String, title: Title, from old: String, to new: String) {
        self.init(
            record: record, action: .changed, fields: [FieldChange(key: key, title: title, old: old, new: new)])
    }
}

/// The change that a step made to an account. It never contains a passphrase.
public struct AccountChange: Hashable, Sendable {
    /// The name of the account after the change or, if it was deleted, before the deletion.
    public let name: String
    public let action: RecordChange.Action
    public let fields: [FieldChange]

    public init(name: String, action: RecordChange.Action, fields: [FieldChange]) {
        self.name = name
        self.action = action
        self.fields = fields
    }
}

/// The old and new values of a field. An empty string means that there is no value.
public struct FieldChange: Hashable, Sendable {
    /// The key of the field in JSON, or another key, such as `members`, for changes outside fields.
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
