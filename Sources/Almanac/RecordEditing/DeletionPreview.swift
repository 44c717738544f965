import Localization
import Model

/// The result of editing a record in an editor.
enum EditOutcome: Hashable, Sendable {
    case saved(RecordID)
    case untouched
    /// The user deleted the whole text.
    case emptied
}

/// The consequences of deleting a record.
struct DeletionPreview: Hashable, Sendable {
    let reference: RecordReference
    /// A sentence about the consequences, if any.
    let warning: Message?

    /// The name of the record, followed by its ID.
    var name: String { "\(reference.name) (\(reference.address))" }

    init(of reference: RecordReference, _ consequences: [Message]) {
        self.reference = reference
        warning =
            consequences.isEmpty
            ? nil : "Deleting \(reference.name) \(consequences.joined(separator: " and "))."
    }
}
