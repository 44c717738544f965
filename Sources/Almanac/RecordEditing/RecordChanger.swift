import Model
import Navigation

/// The values of a command that creates or edits a record.
struct RecordInput: Sendable {
    var words: [FieldAssignment] = []
    /// Whether to edit the whole record in the external editor.
    var usesEditor = false
    /// Whether to save unusual values.
    var isForced = false
    /// The version that the record must have, or `nil` for any version.
    var version: Int?
}

/// An object that changes records of any kind.
protocol RecordChanger: Sendable {
    /// Creates a record from assignments, or opens the form for a new record if there are no assignments.
    func create(_ kind: Kind, _ input: RecordInput, in invocation: Invocation) async throws -> NavigationAction
    /// Applies assignments to a record, or opens its form if there are no assignments.
    func edit(_ address: RecordID, _ input: RecordInput, in invocation: Invocation) async throws -> NavigationAction
    func delete(
        _ id: RecordID, _ confirmation: Confirmation, in invocation: Invocation
    ) async throws -> NavigationAction
    /// Deletes records after confirmation.
    ///
    /// - Parameter agreed: The records that the user has already confirmed.
    func delete(
        _ asked: [DeletionPreview], with agreed: [DeletionPreview], _ confirmation: Confirmation,
        in invocation: Invocation
    ) async throws -> NavigationAction
    func setFavorite(
        _ isFavorite: Bool, _ address: RecordID, in invocation: Invocation
    ) async throws -> NavigationAction
    /// Adds a note, or opens the form for a new note if neither a topic nor a text is given.
    func addNote(
        about address: RecordID, topic: String?, text: String?, usesEditor: Bool, in invocation: Invocation
    ) async throws -> NavigationAction
}
