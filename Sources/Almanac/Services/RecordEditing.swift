import Model

/// What can be done to records of any kind, by address.
protocol RecordEditing: Sendable {
    func reference(_ address: Address) async throws -> Reference
    func named(_ name: String) async throws -> [Reference]
    func create(_ words: [FieldAssignment]) async throws -> Address
    func change(_ address: Address, _ words: [FieldAssignment], ifVersion: Int?) async throws
    /// Deletes all or none.
    func delete(_ addresses: [Address]) async throws
    /// Who the record is, and what else would change if it were deleted.
    func obituary(of address: Address) async throws -> Obituary
    func webAddress(of address: Address) async throws -> String?
}
