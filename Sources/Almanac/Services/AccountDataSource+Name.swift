import Model

extension AccountDataSource {
    /// The account of that name, in any case; throws if there is none.
    func account(named name: String) async throws -> Account {
        let accounts = try await accounts()
        guard let account = accounts.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw AccountProblem.notFound(name: name, known: accounts.map(\.name))
        }
        return account
    }
}
