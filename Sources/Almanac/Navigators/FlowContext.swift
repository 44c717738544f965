import Model

/// What the screens of every flow are made with: who is signed in, what day it is, how much fits on a page.
struct FlowContext: Sendable {
    let session: Session
    let today: CivilDate
    let pageSize: Int
    let accounts: any AccountDataSource

    func favorites(among addresses: [RecordID]) async throws -> Set<RecordID> {
        guard let account = session.account, !addresses.isEmpty else { return [] }
        return try await accounts.favorites(of: account, among: addresses)
    }

    /// How many days old who is signed in is, if a card tells; nil for a card that has gone.
    func age(_ persons: any PersonDataSource) async throws -> Int? {
        guard let account = session.account, let card = try await accounts.account(account)?.card,
            let birthday = try await persons.records([.init(rawValue: card.address.number)]).first?.content.birthday
        else { return nil }
        return CivilDate(birthday).map { today.daysSince1970 - $0.daysSince1970 }
    }
}
