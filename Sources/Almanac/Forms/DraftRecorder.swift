import Model

/// Keeps the draft of one form.
struct DraftRecorder: Sendable {
    let drafts: any DraftDataSource
    let place: String
    let account: Account.ID?

    func draft() async throws -> Draft? { try await drafts.draft(at: place, of: account) }
    func save(_ draft: Draft) async throws { try await drafts.save(draft, at: place, of: account) }

    /// A store that can only be read keeps what it has.
    func discard() async throws {
        do { try await drafts.discard(at: place, of: account) } catch StoreProblem.readOnly {}
    }
}
