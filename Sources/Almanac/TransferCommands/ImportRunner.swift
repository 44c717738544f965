import Interchange
import Localization
import Model
import Navigation

/// The outcome of an import.
enum ImportOutcome {
    case dryRun
    case changed
    case unchanged
}

/// A runner that adds a backup, progress reports, and a file for rejected items to imports.
struct ImportRunner: Sendable {
    let steps: any CommandStepDataSource
    let backups: any AutomaticBackups
    let files: any FileAccess
    let progress: @Sendable (SeedProgress) -> Void

    /// Runs an import.
    ///
    /// - Parameter isOpen: Returns whether the import waits for an answer before it imports or rejects anything.
    func run<Report>(
        _ request: ImportRequest, in context: CommandContext, isOpen: (Report) -> Bool = { _ in false },
        _ work: (ImportListener) async throws -> Report
    ) async throws -> (report: Report, outcome: ImportOutcome) {
        var listener = ImportListener()
        listener.progress = { [progress] done, total in
            progress(SeedProgress(done: done, total: total.map { max($0, done) } ?? 0))
        }
        guard !request.confirmation.isDryRun else { return (try await work(listener), .dryRun) }
        var rejects: RejectsFile?
        if let path = request.rejects {
            rejects = RejectsFile(try await files.create(path, replacing: false))
        }
        defer { rejects?.discard() }
        if let rejects { listener.reject = { try rejects.write($0.text) } }
        let backup = try await backups.backUpBefore(.import, in: context)
        let report: Report
        do {
            report = try await work(listener)
        } catch {
            _ = await settled(backup, in: context)
            throw error
        }
        let outcome = await settled(backup, in: context)
        if !isOpen(report) { try rejects?.finish(after: outcome) }
        return (report, outcome)
    }

    /// Returns the outcome according to the history. If nothing was changed, the backup is discarded. If the history
    /// cannot be read, the outcome is `changed` and the backup is kept.
    private func settled(_ backup: BackupReport?, in context: CommandContext) async -> ImportOutcome {
        guard let step = try? await steps.step(of: context) as Step?? else { return .changed }
        if step != nil { return .changed }
        if let backup { try? await backups.discard(backup) }
        return .unchanged
    }
}

extension ImportOutcome {
    func sentence(_ things: Message) -> Message {
        switch self {
        case .dryRun: "Dry run. This would import: \(things)."
        case .changed: "Imported: \(things). Use “undo” to reverse this."
        case .unchanged: "Imported: \(things)."
        }
    }
}
