import Model

/// What every flow is made with: who is signed in, and the services its screens read from.
struct FlowContext: Sendable {
    let services: Services
    let session: Session

    func favorites(among addresses: [Address]) async throws -> Set<Address> {
        guard let account = session.account, !addresses.isEmpty else { return [] }
        return try await services.accounts.favorites(of: account, among: addresses)
    }
}
