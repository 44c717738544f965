import Sync

extension RemoteDataSource {
    /// Returns the remote with a name, ignoring case.
    func remote(named name: String) async throws -> Remote { try await remotes().remote(named: name) }
}

extension [Remote] {
    /// Returns the remote with a name, ignoring case, or `nil` if there is none.
    func named(_ name: String) -> Remote? { first { $0.name.lowercased() == name.lowercased() } }

    /// Returns the remote with a name, ignoring case.
    func remote(named name: String) throws -> Remote {
        guard let remote = named(name) else { throw RemoteCommandProblem.unknown(name, known: map(\.name)) }
        return remote
    }
}
