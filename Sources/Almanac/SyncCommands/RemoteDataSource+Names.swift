import Sync

extension RemoteDataSource {
    /// Returns the remote with a name, ignoring case.
    func remote(named name: String) async throws -> Remote {
        let known = try await remotes()
        guard let remote = known.named(name) else {
            throw RemoteNameProblem.unknown(name, known: known.map(\.name))
        }
        return remote
    }
}

extension [Remote] {
    /// Returns the remote with a name, ignoring case.
    func named(_ name: String) -> Remote? { first { $0.name.lowercased() == name.lowercased() } }
}
