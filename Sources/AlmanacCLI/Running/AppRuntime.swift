import Almanac
import Model
import Navigation
import Rendering
import Terminal

/// One run of the program: the store opened as the work needs it, the services given to the app, the work done.
struct AppRuntime {
    let arguments: Arguments
    let environment: [String: String]
    let traits: TerminalTraits
    let voice: ErrorReporter
    let configuration: ConfigurationFile
    let signals: Signals
    let busy: ProgressIndicator
    let opened = OpenedStore()

    var paths: Paths { Paths(environment, database: arguments.database) }
    var isInteractive: Bool { traits.isInputTTY && traits.isOutputTTY && arguments.mayAsk }

    /// Standard output for people: what is more than a screenful goes through a pager.
    var pagedOutput: Output {
        guard arguments.mayPage else { return .standardOutput() }
        return Pager.forStandardOutput(traits, environment: environment, signals: signals) { line in
            (try? ShellWords.of(line)) ?? []
        }
    }

    func run() async -> ExitStatus {
        defer { opened.close() }
        do {
            let dates = try await configuration.settings().dates
            return try await DatePhrases.$current.withValue(.chosen(dates, environment: environment)) {
                let listener = WorkStep.Listener { [busy] in busy.update($0.part, done: $0.done, of: $0.total) }
                return try await WorkStep.$listener.withValue(listener) { try await work() }
            }
        } catch {
            return voice.tell(error)
        }
    }

    private func work() async throws -> ExitStatus {
        switch arguments.work {
        case .standardInput where isInteractive: try await repl()
        case .standardInput: try await script(ByteLines(0), named: "standard input")
        case .words(let words): try await oneShot(words)
        case .lines(let lines): try await run(lines)
        case .script(let path): try await script(path)
        }
    }

    // MARK: - The kinds of work

    private func oneShot(_ words: [String]) async throws -> ExitStatus {
        var (coordinator, stage) = try await start(for: StoreAccess(of: [words]), isInteractive: false)
        stage.isInteractive = isInteractive
        if isInteractive, words.first == "open" {
            try await stage.sendInterruptibly(words, signals)
            // Who comes in by a link finds the way up behind it.
            try await stage.resume(at: NavigationStack(stage.navigation.path))
            return try await repl(coordinator, stage)
        }
        let status = try await CommandRunner(house: self).run(words, on: &stage)
        if status == .done, isInteractive, stage.scene.screen.question != nil {
            let reader = try await lineReader()
            return try await REPL(house: self, coordinator: coordinator, reader: reader, isOneShot: true).fill(stage)
        }
        if let statusLine = stage.statusLine { voice.say(statusLine) }
        return status
    }

    private func run(_ lines: [String]) async throws -> ExitStatus {
        var rest = lines[...]
        return try await script(named: "-c", need: StoreAccess(ofLines: lines)) { rest.popFirst() }
    }

    private func script(_ path: String) async throws -> ExitStatus {
        if path == "-" { return try await script(ByteLines(0), named: "standard input") }
        guard let bytes = try readScript(path) else {
            throw UsageProblem.unreadableScript(path: path, reason: "There is no such file.")
        }
        let reader = ByteLines(of: bytes)
        var lines: [String] = []
        while let line = try reader.next() { lines.append(line) }
        var rest = lines[...]
        return try await script(named: path, need: StoreAccess(ofLines: lines)) { rest.popFirst() }
    }

    private func script(_ lines: ByteLines, named name: String) async throws -> ExitStatus {
        try await script(named: name, need: .making) { try lines.next() }
    }

    private func readScript(_ path: String) throws -> [UInt8]? {
        do throws(PrivateFile.Unusable) {
            return try PrivateFile.read(path, limit: 64 << 20)
        } catch {
            throw UsageProblem.unreadableScript(path: path, reason: error.reason)
        }
    }

    private func script(named name: String, need: StoreAccess, next: () throws -> String?) async throws -> ExitStatus {
        var (_, stage) = try await start(for: need, isInteractive: false)
        return try await Script(house: self, name: name).run(on: &stage, next: next)
    }

    private func repl() async throws -> ExitStatus {
        let (coordinator, stage) = try await start(for: .making, isInteractive: true)
        return try await repl(coordinator, stage)
    }

    private func repl(_ coordinator: AppCoordinator, _ stage: AppState) async throws -> ExitStatus {
        var interactive = stage
        interactive.isInteractive = true
        return try await REPL(house: self, coordinator: coordinator, reader: try await lineReader()).run(interactive)
    }
}
