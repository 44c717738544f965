import Model

extension SeedDataSource {
    /// Reads and plants a set, with nobody watching.
    @discardableResult
    public func plant(_ source: SeedSource, isDryRun: Bool = false) async throws -> SeedReport {
        try await read([source]).plant(isDryRun: isDryRun, progress: { _ in })[0]
    }
}
