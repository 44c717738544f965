import Sync
import Text

extension RemoteDataSource {
    /// Returns the remote with a name, ignoring case and accents.
    func remote(named name: String) async throws -> Remote { try await remotes().remote(named: name) }
}

extension [Remote] {
    /// Returns the remote with a name, ignoring case and accents, or `nil` if there is none.
    func named(_ name: String) -> Remote? {
        first { $0.name.lowercased() == name.lowercased() } ?? first { Folding.fold($0.name) == Folding.fold(name) }
    }

    /// Returns the remote with a name, ignoring case and accents.
    func remote(named name: String) throws -> Remote {
        guard let remote = named(name) else { throw RemoteCommandProblem.unknown(name, known: map(\.name)) }
        return remote
    }
}
