import Display
import Localization
import Model

/// Operations on records of any kind.
protocol RecordEditing: Sendable {
    func reference(_ address: RecordID) async throws -> RecordReference
    func named(_ name: String) async throws -> [RecordReference]
    func create(_ words: [FieldAssignment], in context: CommandContext) async throws -> RecordID
    func change(
        _ address: RecordID, _ words: [FieldAssignment], ifVersion: Int?, in context: CommandContext
    ) async throws
    /// Opens an existing or new record in an editor, with assignments already applied.
    func edit(
        _ address: RecordID?, beginningWith words: [FieldAssignment], ifVersion: Int?, by texts: any TextEditing,
        in context: CommandContext
    ) async throws -> EditOutcome
    /// Deletes the records atomically.
    func delete(_ addresses: [RecordID], in context: CommandContext) async throws
    func deletionPreview(of address: RecordID) async throws -> DeletionPreview
    /// Returns the page of the record at a past time.
    func page(of address: RecordID, at time: Timestamp, _ clock: Clock) async throws -> Page
    /// Returns a page with the sources of the record’s values.
    func sources(of address: RecordID, by reader: ProvenanceReader) async throws -> Page
    /// Returns a page with the related records.
    func related(to address: RecordID) async throws -> Page
    func webAddress(of address: RecordID) async throws -> String?
}

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
