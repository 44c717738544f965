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
        let (report, hasChanged) = try await backups.backingUp(before: .import, steps: steps, in: context) {
            try await work(listener)
        }
        let outcome = hasChanged ? ImportOutcome.changed : .unchanged
        if !isOpen(report) { try rejects?.finish(after: outcome) }
        return (report, outcome)
    }
}

extension ImportOutcome {
    func sentence(_ items: Message) -> Message {
        switch self {
        case .dryRun: "Dry run. This would import: \(items)."
        case .changed: "Imported: \(items). Use “undo” to reverse this."
        case .unchanged: "Imported: \(items)."
        }
    }
}
