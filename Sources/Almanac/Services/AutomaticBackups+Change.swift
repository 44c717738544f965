import Model

extension AutomaticBackups {
    /// Runs a large change after an automatic backup. If the command has changed nothing, the backup is discarded.
    ///
    /// - Returns: The result, and whether the command has changed anything. If the history cannot be read, the backup is
    ///   kept.
    func backingUp<Result>(
        before reason: BackupReason, steps: any CommandStepDataSource, in context: CommandContext,
        _ change: () async throws -> Result
    ) async throws -> (result: Result, hasChanged: Bool) {
        let backup = try await backUpBefore(reason, in: context)
        let result: Result
        do {
            result = try await change()
        } catch {
            // If this task is cancelled, it cannot read the history.
            _ = await Task { await discardIfUnchanged(backup, steps, in: context) }.value
            throw error
        }
        return (result, await discardIfUnchanged(backup, steps, in: context))
    }

    /// Discards the backup if the command has changed nothing, and returns whether it has changed anything.
    private func discardIfUnchanged(
        _ backup: BackupReport?, _ steps: any CommandStepDataSource, in context: CommandContext
    ) async -> Bool {
        guard let step = try? await steps.step(of: context) as Step?? else { return true }
        if step != nil { return true }
        if let backup { try? await discard(backup) }
        return false
    }
}
