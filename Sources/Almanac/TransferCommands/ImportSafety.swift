import Interchange
import Localization
import Model
import Navigation

/// What an import was.
enum ImportOutcome {
    /// It was only tried.
    case dryRun
    /// “undo” takes it back.
    case changed
    case unchanged
}

/// What goes with an import, of contacts or of planets: a backup before it, its progress, and the file of `--rejects`.
struct ImportSafety {
    private let services: Services
    private let request: ImportRequest
    private let context: CommandContext

    init(_ services: Services, _ request: ImportRequest, _ context: CommandContext) {
        self.context = context
        self.services = services
        self.request = request
    }

    /// - Parameter isOpen: Whether nothing was taken in before somebody has answered; then there are no rejects either.
    func run<Report>(
        isOpen: (Report) -> Bool = { _ in false }, _ work: (ImportListener) async throws -> Report
    ) async throws -> (report: Report, outcome: ImportOutcome) {
        let progress = services.configuration.progress
        var listener = ImportListener()
        listener.progress = { done, total in
            progress(SeedProgress(done: done, total: total.map { max($0, done) } ?? 0))
        }
        guard !request.confirmation.isDryRun else { return (try await work(listener), .dryRun) }
        var rejects: RejectsFile?
        if let path = request.rejects {
            rejects = RejectsFile(try await services.files.create(path, replacing: false))
        }
        defer { rejects?.discard() }
        if let rejects { listener.reject = { try rejects.write($0.text) } }
        let backup = try await services.maintenance.backUpBefore(.import, in: context)
        let report: Report
        do {
            report = try await work(listener)
        } catch {
            _ = await settled(backup)
            throw error
        }
        let outcome = await settled(backup)
        if !isOpen(report) { try rejects?.finish(after: outcome) }
        return (report, outcome)
    }

    /// What the history says has come of it; a backup of nothing is taken away. Where that cannot be found out or done, the
    /// import has been carried out all the same, and the backup stays.
    private func settled(_ backup: BackupReport?) async -> ImportOutcome {
        guard let step = try? await services.history.step(of: context) as Step?? else { return .changed }
        if step != nil { return .changed }
        if let backup { try? await services.maintenance.discard(backup) }
        return .unchanged
    }
}

extension ImportOutcome {
    /// - Parameter things: What was taken in, or would be.
    func sentence(_ things: Message) -> Message {
        switch self {
        case .dryRun: "Nothing was changed. There would be \(things)."
        case .changed: "Imported: \(things). “undo” takes that back."
        case .unchanged: "Imported: \(things)."
        }
    }
}
