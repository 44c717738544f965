import Interchange
import Model

/// What goes with an import, of contacts or of planets: a backup before it, its progress, and the file of `--rejects`.
struct ImportSafety {
    private let invocation: Invocation
    private let services: Services

    init(_ invocation: Invocation, _ services: Services) {
        self.invocation = invocation
        self.services = services
    }

    /// - Parameter isOpen: Whether nothing was taken in before somebody has answered; then there are no rejects either.
    func take<Report>(
        isOpen: (Report) -> Bool = { _ in false }, _ take: (ImportListener) async throws -> Report
    ) async throws -> Report {
        let progress = services.configuration.progress
        var listener = ImportListener()
        listener.progress = { done, total in
            progress(SeedProgress(done: done, total: total.map { max($0, done) } ?? 0))
        }
        guard !invocation.isRehearsed else { return try await take(listener) }
        var rejects: RejectsFile?
        if let path = invocation.value(ImportCommand.rejects) {
            rejects = RejectsFile(try await services.files.create(path, replacing: false))
        }
        defer { rejects?.discard() }
        if let rejects { listener.reject = { try rejects.write($0.text) } }
        let report = try await backedUp { try await take(listener) }
        if !isOpen(report) { try rejects?.finish() }
        return report
    }

    /// The backup is kept only if anything was changed.
    private func backedUp<Report>(_ take: () async throws -> Report) async throws -> Report {
        guard let backup = try await services.keeper.backUpBefore(.import) else { return try await take() }
        do {
            let report = try await take()
            try await discardUnlessNeeded(backup)
            return report
        } catch {
            try? await discardUnlessNeeded(backup)
            throw error
        }
    }

    private func discardUnlessNeeded(_ backup: BackupReport) async throws {
        guard let deed = Deed.current, try await services.history.step(of: deed) == nil else { return }
        try await services.keeper.discard(backup)
    }
}
