import Display
import Localization
import Model
import Navigation
import Sync

/// The options of `sync`.
struct SyncOptions: Hashable, Sendable {
    var isDryRun = false
    var allowsRemovals = false
    /// Whether only problems are reported.
    var isQuiet = false
}

/// The command that synchronizes remotes.
struct SyncCommand: Sendable {
    let remotes: any RemoteDataSource
    let runner: SyncRunner
    let tables: RemoteTables
    /// A function that reports a problem.
    let notify: @Sendable (Message) -> Void

    /// The argument that shows the state of the remotes. No remote has this name.
    static let statusWord = "status"

    static let declaration = CommandDeclaration(
        "sync", .any("status|NAME", .text(.remote(or: [statusWord]))), .sync,
        about: "Synchronize remote address books, or show their status",
        examples: ["sync", "sync home --dry-run", "sync --quiet", "sync status"],
        details: """
            Changes of both sides are merged property by property. If both sides changed the same property, both values \
            are kept until the conflict is resolved with “resolve”. A contact that was deleted on one side and edited \
            on the other is kept. All changes to your contacts are one step: “undo” reverses it, and the next \
            synchronization sends the result. An interrupted synchronization is completed by the next one.

            The synchronization stops and asks before it deletes, on either side, more than 10 contacts and more than \
            20 percent of an address book, or all contacts of a book that has several. The exit status is 0 if all \
            remotes are in sync, 1 if one of them failed, and 4 if there are conflicts or deletions that need a \
            decision. It is 2 if you must first approve a remote with “remote approve”.
            """, effect: .changes)

    var command: Command {
        Command(Self.declaration) { invocation, names, options in
            if names == [Self.statusWord] {
                return .tell(Page("Remotes", [.table(tables.table(of: try await remotes.status()))]))
            }
            return try await run(names, options, in: invocation)
        }
    }

    private func run(
        _ names: [String], _ options: SyncOptions, in invocation: Invocation
    ) async throws -> NavigationAction {
        let known = try await remotes.remotes()
        guard !known.isEmpty else {
            var page = [SyncResult]().page(isDryRun: options.isDryRun, tables.clock)
            page.blocks = [.message([RemoteTables.placeholder])]
            return .tell(page)
        }
        let selected = names.isEmpty ? known : try names.map(known.remote).unique
        var settings = Synchronizer.Options()
        (settings.isDryRun, settings.allowsRemovals) = (options.isDryRun, options.allowsRemovals)
        let results = try await runner.run(selected, settings, in: invocation.context)
        results.flatMap { $0.problems(isDryRun: options.isDryRun) }.forEach(notify)
        var page = options.isQuiet ? Page.nothing : results.page(isDryRun: options.isDryRun, tables.clock)
        page.outcome = results.outcome
        guard invocation.isInteractive else { return .tell(page) }
        let approvals = results.compactMap(\.unapproved).map { RemoteApproval(remote: $0, remotes: remotes) }
        page.blocks += approvals.map(\.block)
        let confirmations = options.isDryRun ? [] : results.compactMap { confirmation(of: $0, options) }
        return .all([.tell(page)] + confirmations + approvals.map(\.question))
    }

    /// Asks whether to delete contacts, if the synchronization has stopped before that.
    private func confirmation(of result: SyncResult, _ options: SyncOptions) -> NavigationAction? {
        guard let deletions = result.report.unconfirmed else { return nil }
        var options = options
        options.allowsRemovals = true
        return ConfirmationPresenter(
            question: deletions.question(about: result.remote),
            line: Self.declaration.line([result.remote.name], options),
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

extension Argument where Value == SyncOptions {
    fileprivate static var sync: Argument {
        Argument(
            options: [.dryRun, .allowRemovals, .quiet],
            read: { reader in
                SyncOptions(
                    isDryRun: reader.has(.dryRun), allowsRemovals: reader.has(.allowRemovals),
                    isQuiet: reader.has(.quiet))
            },
            words: { options in
                (options.isDryRun ? [Option.dryRun.name] : [])
                    + (options.allowsRemovals ? [Option.allowRemovals.name] : [])
                    + (options.isQuiet ? [Option.quiet.name] : [])
            })
    }
}

extension Option {
    static let allowRemovals = Option("--allow-removals", nil, "Delete many contacts without confirmation")
    fileprivate static let quiet = Option("--quiet", nil, "Print only problems and conflicts")
}
