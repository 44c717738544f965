import Display
import Model

/// What can be done to records of any kind, by address.
protocol RecordEditing: Sendable {
    func reference(_ address: RecordID) async throws -> RecordReference
    func named(_ name: String) async throws -> [RecordReference]
    func create(_ words: [FieldAssignment], in context: CommandContext) async throws -> RecordID
    func change(
        _ address: RecordID, _ words: [FieldAssignment], ifVersion: Int?, in context: CommandContext
    ) async throws
    /// Lets somebody edit the whole record, or a new one, as a text that begins with these words said.
    func edit(
        _ address: RecordID?, beginningWith words: [FieldAssignment], ifVersion: Int?, by texts: any TextEditing,
        in context: CommandContext
    ) async throws -> EditedRecord
    /// Deletes all or none.
    func delete(_ addresses: [RecordID], in context: CommandContext) async throws
    /// Who the record is, and what else would change if it were deleted.
    func deletionPreview(of address: RecordID) async throws -> DeletionPreview
    /// The record as it was at a time.
    func page(of address: RecordID, at time: Timestamp, _ clock: Clock) async throws -> Page
    /// Where the values of the record are from.
    func sources(of address: RecordID, by reader: SourcesReader) async throws -> Page
    /// What the record leads to.
    func related(to address: RecordID) async throws -> Page
    func webAddress(of address: RecordID) async throws -> String?
}

/// What came of editing a whole record as a text.
enum EditedRecord: Hashable, Sendable {
    case saved(RecordID)
    case untouched
    /// Nothing was left in the text.
    case emptied
}
