import Model

/// The context of all screens: the session, the date, the page size, the accounts, and the favorites.
struct FlowContext: Sendable {
    let session: Session
    let today: CivilDate
    let pageSize: Int
    let accounts: any AccountDataSource
    let favorites: any FavoriteDataSource

    func favorites(among addresses: [RecordID]) async throws -> Set<RecordID> {
        guard session != .signedOut, !addresses.isEmpty else { return [] }
        return try await favorites.favorites(of: session.account, among: addresses)
    }

    func isFavorite(_ address: RecordID) async throws -> Bool {
        try await favorites(among: [address]).contains(address)
    }

    /// Returns the user’s age in days, or `nil` if the user has no card with a complete birthday.
    func age(_ persons: any PersonDataSource) async throws -> Int? {
        guard let account = session.account, let card = try await accounts.account(account)?.card,
            let birthday = try await persons.records([.init(rawValue: card.address.number)]).first?.content.birthday
        else { return nil }
        return CivilDate(birthday).map { today.daysSince1970 - $0.daysSince1970 }
    }
}
