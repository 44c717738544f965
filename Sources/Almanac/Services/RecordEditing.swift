import Display
import Model

/// What can be done to records of any kind, by address.
protocol RecordEditing: Sendable {
    func reference(_ address: Address) async throws -> Model.Reference
    func named(_ name: String) async throws -> [Model.Reference]
    func create(_ words: [FieldAssignment]) async throws -> Address
    func change(_ address: Address, _ words: [FieldAssignment], ifVersion: Int?) async throws
    /// Lets somebody edit the whole record, or a new one, as a text that begins with these words said.
    func edit(
        _ address: Address?, beginningWith words: [FieldAssignment], ifVersion: Int?, in texts: any TextEditing
    ) async throws -> EditedRecord
    /// Deletes all or none.
    func delete(_ addresses: [Address]) async throws
    /// Who the record is, and what else would change if it were deleted.
    func obituary(of address: Address) async throws -> Obituary
    /// The record as it was at a time.
    func page(of address: Address, at time: Timestamp, _ clock: Clock) async throws -> Page
    /// Where the values of the record are from.
    func sources(of address: Address, by reader: SourcesReader) async throws -> Page
    /// What the record leads to.
    func related(to address: Address) async throws -> Page
    func webAddress(of address: Address) async throws -> String?
}
