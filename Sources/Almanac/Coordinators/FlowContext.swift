import Model

/// What the screens of every flow are made with: who is signed in, what day it is, how much fits on a page.
struct FlowContext: Sendable {
    let session: Session
    let today: CivilDate
    let pageSize: Int
    let accounts: any AccountDataSource

    func favorites(among addresses: [Address]) async throws -> Set<Address> {
        guard let account = session.account, !addresses.isEmpty else { return [] }
        return try await accounts.favorites(of: account, among: addresses)
    }
}
