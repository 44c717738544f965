import Display
import Localization
import Model
import Sync

/// A runner that synchronizes remotes one after another, with a backup before the first synchronization of a remote.
struct SyncRunner: Sendable {
    let remotes: any RemoteDataSource
    let steps: any CommandStepDataSource
    let backups: any AutomaticBackups

    /// Synchronizes remotes. The failure of one remote does not stop the others.
    ///
    /// - Throws: `SyncInterruption` if the task is cancelled, or the error of the backup.
    func run(
        _ selected: [Remote], _ options: Synchronizer.Options, in context: CommandContext
    ) async throws -> [SyncResult] {
        let needsBackup = options.isDryRun ? false : try await isFirst(among: selected)
        var results =
            needsBackup
            ? try await backups.backingUp(before: .sync, steps: steps, in: context) {
                try await synchronize(selected, options, in: context)
            }.result
            : try await synchronize(selected, options, in: context)
        let conflicts = Dictionary(grouping: try await remotes.conflicts(), by: \.remote)
        for index in results.indices { results[index].conflicts = conflicts[results[index].remote.name] ?? [] }
        return results
    }

    private func isFirst(among selected: [Remote]) async throws -> Bool {
        for remote in selected where remotes.isApproved(remote) {
            if try await !remotes.wasSynchronized(remote) { return true }
        }
        return false
    }

    private func synchronize(
        _ selected: [Remote], _ options: Synchronizer.Options, in context: CommandContext
    ) async throws -> [SyncResult] {
        var results: [SyncResult] = []
        for remote in selected {
            let result = try await synchronize(remote, options, in: context)
            results.append(result)
            if result.isStoreProblem { return results }
        }
        if options.isDryRun { return results }
        for index in try await indicesToRepeat(after: results) {
            results[index].add(try await synchronize(results[index].remote, options, in: context))
        }
        return results
    }

    private func synchronize(
        _ remote: Remote, _ options: Synchronizer.Options, in context: CommandContext
    ) async throws -> SyncResult {
        do {
            try Task.checkCancellation()
            let report = try await remotes.synchronize(remote, options: options, in: context) {
                MaintenanceProgress.report($0.maintenance)
            }
            return SyncResult(remote: remote, report: report)
        } catch is CancellationError where !options.isDryRun {
            throw SyncInterruption()
        } catch let problem as any UserFacingError {
            return SyncResult(remote: remote, problem: problem)
        }
    }

    /// Returns the indices of the remotes that must be synchronized again, to send changes that were received from a
    /// later remote.
    private func indicesToRepeat(after results: [SyncResult]) async throws -> [Int] {
        guard let last = results.lastIndex(where: { !$0.report.received.isEmpty }), last > 0 else { return [] }
        let pending = Set(try await remotes.status().filter { $0.unsent > 0 }.map(\.remote.name))
        return results.indices.prefix(last).filter { results[$0].canSend && pending.contains(results[$0].remote.name) }
    }
}

/// The result of the synchronization of one remote.
struct SyncResult: Sendable {
    let remote: Remote
    private(set) var report: SyncReport
    /// The problem that ended the synchronization early.
    private(set) var problem: ErrorReport?
    /// Whether the database has a problem, which other remotes would have, too.
    private(set) var isStoreProblem = false
    /// The remote with the access that the user has not approved, or `nil` if it is approved.
    private(set) var unapproved: Remote?
    /// All unresolved conflicts of the remote, including earlier ones, but not those that a dry run finds.
    var conflicts: [SyncConflict] = []

    init(remote: Remote, report: SyncReport) {
        (self.remote, self.report) = (remote, report)
        problem = report.failure?.explanation
    }

    init(remote: Remote, problem: any UserFacingError) {
        (self.remote, self.report) = (remote, SyncReport())
        self.problem = problem.explanation
        isStoreProblem = problem is StoreProblem
        if case RemoteCommandProblem.unapproved(let remote) = problem { unapproved = remote }
    }

    /// Adds the result of a later synchronization of the same remote.
    mutating func add(_ later: SyncResult) {
        report = report.followed(by: later.report)
        problem = later.problem
    }

    /// Whether another synchronization can send further changes.
    var canSend: Bool {
        remote.isWritable && problem == nil && report.problems.isEmpty && report.unconfirmed == nil
    }

    var outcome: Page.Outcome {
        if unapproved != nil { return .unapproved }
        if problem != nil || report.status == .failed { return .negative }
        return conflicts.isEmpty && report.isInSync ? .success : .undecided
    }
}

/// The interruption of a synchronization. The changes made before it are kept.
struct SyncInterruption: UserFacingError {
    var explanation: ErrorReport { ErrorReport(.interrupted, "Interrupted.", next: "Use “sync” to continue.") }
}

extension SyncProgress {
    fileprivate var maintenance: MaintenanceProgress {
        switch step {
        case .listing: MaintenanceProgress("listing", done: done > 0 ? done : nil, of: total)
        case .receiving: MaintenanceProgress("receiving", done: done, of: total)
        case .sending: MaintenanceProgress("sending", done: done, of: total)
        }
    }
}
