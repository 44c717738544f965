import Display
import Localization
import Model
import Navigation
import Sync

/// The commands for remote address books and their synchronization.
struct SyncCommands: Responder {
    let remotes: any RemoteDataSource
    let groups: any GroupDataSource
    let steps: any CommandStepDataSource
    let backups: any AutomaticBackups
    let files: any FileAccess
    let clock: Clock
    let resolver: RecordResolver
    /// A function that reports a problem.
    let notify: @Sendable (Message) -> Void

    private var runner: SyncRunner { SyncRunner(remotes: remotes, steps: steps, backups: backups) }
    private var tables: RemoteTables { RemoteTables(clock: clock) }

    var commands: [Command] {
        let adder = RemoteAdder(
            remotes: remotes, files: files, resolver: resolver, synchronization: runner)
        return RemoteCommands(remotes: remotes, groups: groups, adder: adder, tables: tables).commands + [sync]
            + ConflictCommands(remotes: remotes, resolver: resolver, clock: clock).commands
    }
}

// The command that synchronizes remotes.
extension SyncCommands {
    /// The argument that shows the state of the remotes. No remote has this name.
    static let statusWord = "status"

    static let declaration = CommandDeclaration(
        "sync", .any("status|NAME", .text(.remote(or: [statusWord]))), Argument.flag(.allowRemovals),
        Argument.flag("--quiet", "Print only problems and conflicts"),
        about: "Synchronize remote address books, or show their status",
        examples: ["sync", "sync home --dry-run", "sync --quiet", "sync status"],
        details: """
            Changes from both sides are merged property by property. If both sides changed the same property, both \
            values are kept until the conflict is resolved with “resolve”. A contact that was deleted on one side \
            and edited on the other is kept. All changes to your contacts are one step: “undo” reverses it, and the \
            next synchronization sends the result. An interrupted synchronization is completed by the next one.

            The synchronization stops and asks before it deletes, on either side, more than 10 contacts if these make up \
            more than 20 percent of an address book, or all contacts of an address book that has several. The exit \
            status is 0 if all remotes are in sync, 1 if one of them failed, and 4 if there are conflicts or deletions \
            that need a decision. It is 2 if you must first approve a remote with “remote approve”.
            """, effect: .changes)

    private var sync: Command {
        Command(Self.declaration) { invocation, names, allowsRemovals, isQuiet in
            if names == [Self.statusWord] {
                return .tell(Page("Remotes", [.table(tables.table(of: try await remotes.status()))]))
            }
            return try await run(names, allowsRemovals: allowsRemovals, isQuiet: isQuiet, in: invocation)
        }
    }

    /// Synchronizes the named remotes, or all remotes if none is named.
    ///
    /// - Parameter isQuiet: Whether only problems and conflicts are reported.
    private func run(
        _ names: [String], allowsRemovals: Bool, isQuiet: Bool, in invocation: Invocation
    ) async throws -> NavigationAction {
        let isDryRun = invocation.context.isDryRun
        let known = try await remotes.remotes()
        guard !known.isEmpty else {
            var page = [SyncResult]().page(isDryRun: isDryRun, tables.clock)
            page.blocks = [.message([RemoteTables.placeholder])]
            return .tell(page)
        }
        let selected = names.isEmpty ? known : try names.map(known.remote).unique
        var settings = Synchronizer.Options()
        (settings.isDryRun, settings.allowsRemovals) = (isDryRun, allowsRemovals)
        let results = try await runner.run(selected, settings, in: invocation.context)
        results.flatMap { $0.problems(isDryRun: isDryRun) }.forEach(notify)
        var page = isQuiet ? Page.nothing : results.page(isDryRun: isDryRun, tables.clock)
        page.outcome = results.outcome
        guard invocation.isInteractive else { return .tell(page) }
        let approvals = results.compactMap(\.unapproved).map { RemoteApproval(remote: $0, remotes: remotes) }
        page.blocks += approvals.map(\.block)
        let confirmations = isDryRun ? [] : results.compactMap { confirmation(of: $0, isQuiet: isQuiet) }
        return .all([.tell(page)] + confirmations + approvals.map(\.question))
    }

    /// Asks whether to delete contacts, if the synchronization stopped before deleting them.
    private func confirmation(of result: SyncResult, isQuiet: Bool) -> NavigationAction? {
        guard let deletions = result.report.unconfirmed else { return nil }
        return ConfirmationPresenter(
            question: deletions.question(about: result.remote),
            line: Self.declaration.line([result.remote.name], true, isQuiet),
            outcomeOfRejection: "The deletions were not applied.", flag: Option.allowRemovals.name
        ).present()
    }
}

extension UnconfirmedDeletions {
    fileprivate func question(about remote: Remote) -> Message {
        switch direction {
        case .received: "Delete \(count) of the \(total) contacts of \(remote.name) from this database?"
        case .sent: "Delete \(count) of \(total) contacts from \(remote.name)?"
        }
    }
}

extension Option {
    fileprivate static let allowRemovals = Option("--allow-removals", nil, "Delete many contacts without confirmation")
}

/// A runner that synchronizes remotes one after another, with a backup before the first synchronization of a remote.
struct SyncRunner: Sendable {
    let remotes: any RemoteDataSource
    let steps: any CommandStepDataSource
    let backups: any AutomaticBackups

    /// Synchronizes remotes. The failure of one remote does not stop the others, but a problem with the database does.
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

/// The result of synchronizing one remote.
struct SyncResult: Sendable {
    let remote: Remote
    private(set) var report: SyncReport
    /// The problem that ended the synchronization early, or `nil` if it was completed.
    private(set) var problem: ErrorReport?
    /// Whether the database has a problem, which would also affect other remotes.
    private(set) var isStoreProblem = false
    /// The remote if the user has not approved its access, or `nil` otherwise.
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

    /// Whether another synchronization can send additional changes.
    var canSend: Bool {
        remote.isWritable && problem == nil && report.problems.isEmpty && report.unconfirmed == nil
    }

    var outcome: Page.Outcome {
        if unapproved != nil { return .unapproved }
        if problem != nil || report.status == .failed { return .negative }
        return conflicts.isEmpty && report.isInSync ? .success : .undecided
    }
}

/// An error for an interrupted synchronization. The changes made before the interruption are kept.
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
