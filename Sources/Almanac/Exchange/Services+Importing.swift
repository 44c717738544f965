import Interchange
import Model

extension Services {
    /// Runs an import after a backup, which is kept only if anything came of the import; progress is shown, and what could
    /// not be taken in goes where `--rejects` says.
    func importing<Report>(
        _ invocation: Invocation, _ take: (ImportListener) async throws -> Report
    ) async throws -> Report {
        let progress = configuration.progress
        var listener = ImportListener()
        listener.progress = { done, total in
            progress(SeedProgress(done: done, total: total.map { max($0, done) } ?? 0))
        }
        guard !invocation.isRehearsed else { return try await take(listener) }
        var rejects: RejectsFile?
        if let path = invocation.value(ImportCommand.rejects) {
            rejects = RejectsFile(try await files.create(path, replacing: false))
        }
        defer { rejects?.discard() }
        if let rejects { listener.reject = { try rejects.write($0.text) } }
        let report = try await backedUp { try await take(listener) }
        try rejects?.finish()
        return report
    }

    private func backedUp<Report>(_ take: () async throws -> Report) async throws -> Report {
        guard let backup = try await keeper.backUpBefore(.import) else { return try await take() }
        do {
            let report = try await take()
            if let deed = Deed.current, try await history.step(of: deed) == nil { try await keeper.discard(backup) }
            return report
        } catch is CancellationError {
            try await keeper.discard(backup)
            throw CancellationError()
        }
    }
}
