import Display
import Localization
import Model
import Navigation
import Sync

/// An operation that adds a remote and shows what its first synchronization would change.
struct RemoteAdder: Sendable {
    let remotes: any RemoteDataSource
    let files: any FileAccess
    let resolver: RecordResolver
    let synchronization: SyncRunner
    let clock: Clock

    func add(_ addition: RemoteAddition, in invocation: Invocation) async throws -> NavigationAction {
        let known = try await remotes.remotes()
        try checkName(addition.name, known)
        let location: RemoteLocation
        switch try await addition.place(files) {
        case .folder(let path): location = try await folder(path, addition, besides: known)
        case .server(let address):
            switch try await ServerSearch(remotes: remotes, files: files).book(of: addition, at: address, invocation) {
            case .book(let book): location = .server(book)
            case .question(let question): return question
            }
        }
        let remote = try await remote(addition, at: location, besides: known)
        let context = invocation.context
        context.dryRun?.summarize("This would add the remote \(remote.name): \(location.description).")
        try await remotes.add(remote, in: context)
        let message: Message = "Added the remote \(remote.name): \(location.description)."
        let line = SyncCommand.declaration.line([remote.name], SyncOptions())
        guard invocation.isInteractive, !addition.confirmation.isConfirmed else {
            return .tell(.message("\(message) Use “\(line)” to synchronize it."))
        }
        return await preview(of: remote, message, line, in: context)
    }

    private func checkName(_ name: String, _ known: [Remote]) throws {
        if let other = known.named(name) { throw RemoteCommandProblem.exists(other.name) }
        guard name.isReadAsName, name != SyncCommand.statusWord else {
            throw CommandProblem.notHere(
                "“\(name)” cannot be the name of a remote.", next: "Use a short name such as “home”.")
        }
    }

    private func folder(
        _ path: String, _ addition: RemoteAddition, besides known: [Remote]
    ) async throws -> RemoteLocation {
        guard addition.server == ServerOptions() else {
            throw CommandProblem.notHere(
                "Server options cannot be used with the folder \(path).", next: "Remove these options.")
        }
        guard try await files.files(inFolder: path) != nil else {
            throw CommandProblem.notHere(
                "\(path) is not a folder.",
                next: "Create it first, or use an address such as https://cloud.example.org.")
        }
        let canonicalPath = files.canonicalPath(path)
        let other = known.first { remote in
            if case .folder(let other) = remote.location { files.canonicalPath(other) == canonicalPath } else { false }
        }
        if let other { throw RemoteCommandProblem.sameBook(as: other.name) }
        return .folder(path: path)
    }

    private func remote(
        _ addition: RemoteAddition, at location: RemoteLocation, besides known: [Remote]
    ) async throws -> Remote {
        let options = addition.options
        let contents: RemoteContents =
            switch options.contents {
            case .all: .all
            case .own: .own
            case .group(let word):
                if let id = Group.ID(try await resolver.address(word)) { .group(id) } else { .own }
            // A book that is shared with others must not receive private contacts without a request.
            case nil: known.isEmpty ? .all : .own
            }
        var remote = Remote(
            name: addition.name, location: location, contents: contents, isReadOnly: options.isReadOnly)
        remote.isDefault = options.isDefault || known.isEmpty && remote.isWritable
        guard remote.isWritable || !remote.isDefault else {
            throw CommandProblem.notHere(
                "The address book is read-only.", next: "Remove \(Option.makeDefault.name).")
        }
        return remote
    }

    /// Shows what the first synchronization would change, and asks whether to synchronize.
    private func preview(
        of remote: Remote, _ message: Message, _ line: String, in context: CommandContext
    ) async -> NavigationAction {
        var options = Synchronizer.Options()
        options.isDryRun = true
        guard let results = try? await synchronization.run([remote], options, in: context.asDryRun) else {
            return .tell(.message("\(message) Use “\(line)” to synchronize it."))
        }
        let summaries = results.flatMap { $0.summary(isDryRun: true) }
        let hint: Message = "Use “\(line) --dry-run” to list the changes."
        let problems = results.flatMap { $0.problems(isDryRun: true) }
        var page = Page("", [.message([message] + problems + summaries + [hint])])
        guard results.allSatisfy({ $0.problem == nil }) else { return .tell(page) }
        // The remote was added, whatever the user answers.
        page.outcome = .undecided
        let answers = [Prompt.Answer("yes", line: line), Prompt.Answer("not now", line: "remotes")]
        return .all([
            .tell(page), ChoicePresenter("Synchronize \(remote.name) now?", answers, cancel: nil).present(),
        ])
    }
}
