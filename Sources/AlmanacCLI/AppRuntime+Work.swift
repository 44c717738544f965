import Almanac
import Model
import Navigation
import Rendering
import Terminal

// Runs the interactive prompt, one command, or a script.
extension AppRuntime {
    func run() async -> ExitStatus {
        let status = await runWork()
        if opened.close() { DailyBackup(runtime: self).start() }
        return status
    }

    private func runWork() async -> ExitStatus {
        do {
            let dates = DatePhrases.chosen(settings.dates, environment: environment)
            let conventions = Conventions.chosen(settings.region, dates, environment: environment)
            let listener = MaintenanceProgress.Listener { [indicator] in
                indicator.update($0.part, done: $0.done, of: $0.total)
            }
            return try await DatePhrases.$current.withValue(dates) {
                try await Conventions.$current.withValue(conventions) {
                    try await MaintenanceProgress.$listener.withValue(listener) { try await work() }
                }
            }
        } catch {
            return reporter.report(error)
        }
    }

    private func work() async throws -> ExitStatus {
        switch arguments.work {
        case .standardInput where isInteractive: try await repl()
        case .standardInput: try await script(ByteLineReader(0), named: "standard input")
        case .words(let words): try await oneShot(words)
        case .lines(let lines): try await script(lines, named: "-c")
        case .script("-"): try await script(ByteLineReader(0), named: "standard input")
        case .script(let path): try await script(try readLines(of: path), named: path)
        }
    }

    // MARK: - Modes

    private func oneShot(_ words: [String]) async throws -> ExitStatus {
        var (coordinator, state) = try await start(for: StoreAccess(of: [words]), isInteractive: false)
        notifyGuest(coordinator.session, before: words)
        state.isInteractive = isInteractive
        if isAtPrompt {
            try await state.sendInterruptibly(words, signals)
            // After a location is opened by its path, “back” goes to its parents.
            var saved = navigationFile(coordinator.session.session)?.load() ?? SavedState()
            saved.navigation = NavigationStack(state.navigation.path)
            try await state.resume(saved)
            return try await repl(coordinator, state)
        }
        let status = try await CommandRunner(runtime: self).run(words, on: &state)
        if status == .done, isInteractive, state.scene.screen.question != nil {
            let reader = lineReader()
            return try await REPL(runtime: self, coordinator: coordinator, reader: reader, isOneShot: true).fill(state)
        }
        if let statusLine = state.statusLine { reporter.notify(statusLine) }
        return status
    }

    private func script(_ lines: [String], named name: String) async throws -> ExitStatus {
        var rest = lines[...]
        return try await script(named: name, need: StoreAccess(ofLines: lines)) { rest.popFirst() }
    }

    private func script(_ lines: ByteLineReader, named name: String) async throws -> ExitStatus {
        try await script(named: name, need: .creation) { try lines.next() }
    }

    private func readLines(of path: String) throws -> [String] {
        let reader: ByteLineReader
        do throws(FileFailure) {
            reader = ByteLineReader(of: try PrivateFile.readExisting(path, limit: 64 << 20))
        } catch {
            throw UsageProblem.unreadableScript(path: path, reason: error.reason)
        }
        var lines: [String] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    private func script(named name: String, need: StoreAccess, next: () throws -> String?) async throws -> ExitStatus {
        var (coordinator, state) = try await start(for: need, isInteractive: false)
        var isFirst = true
        return try await Script(runtime: self, name: name).run(on: &state) {
            guard let line = try next() else { return nil }
            if isFirst { notifyGuest(coordinator.session, before: (try? ShellWords.of(line)) ?? []) }
            isFirst = false
            return line
        }
    }

    /// Reports that commands run as a guest, unless the user has chosen this or the first command begins or ends a session.
    private func notifyGuest(_ session: CurrentSession, before words: [String]) {
        guard session.isUnchosen, !["login", "logout", "signup", ManualCommands.complete].contains(words.first) else {
            return
        }
        reporter.notify(AccountProblem.guestNotice, .dim)
    }

    private func repl() async throws -> ExitStatus {
        let (coordinator, state) = try await start(for: .creation, isInteractive: true)
        return try await repl(coordinator, state)
    }

    private func repl(_ coordinator: AppCoordinator, _ state: AppState) async throws -> ExitStatus {
        var interactive = state
        interactive.isInteractive = true
        return try await REPL(runtime: self, coordinator: coordinator, reader: lineReader()).run(interactive)
    }
}
