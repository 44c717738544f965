import Almanac
import Display
import Localization
import Model
import Navigation
import Rendering
import SQLite
import Terminal

/// A runner that executes one command without the interactive prompt and writes the result.
struct CommandRunner {
    let runtime: AppRuntime

    /// Runs a command and writes the result.
    ///
    /// - Throws: `UnshownChangeProblem` if the output cannot be written after a change.
    func run(_ words: [String], on state: inout AppState) async throws -> ExitStatus {
        let before = runtime.opened.changeCount
        var words = words
        let format = try Format.extract(from: &words, or: runtime.arguments.format, on: state)
        do {
            try await runtime.indicator.during("\(words.first ?? "")") { [words] in
                try await state.interruptibly(runtime.signals) { try await $0.send(words: words) }
            }
            if let status = try await answerPrompts(of: &state) { return status }
            if let address = state.visit {
                runtime.reporter.notify("\(address)")
                try Browser(environment: runtime.environment).open(address, watching: runtime.signals)
            } else if !state.isOver, !runtime.isInteractive || state.scene.screen.question == nil {
                try await write(state.notice ?? state.scene.screen.page, as: format)
            }
            return ExitStatus(state.notice?.outcome ?? .success)
        } catch let conflict as EditConflict {
            let status = runtime.reporter.report(conflict)
            await runtime.reporter.show(conflict.page)
            return status
        } catch let findings as StoreFindings {
            // Machine-readable output contains the findings, in addition to the error message.
            if let format, format.audience == .programs { try? await write(findings.page, as: format) }
            throw findings
        } catch let problem as OutputProblem where problem.isWorthReporting {
            if runtime.opened.changeCount != before { throw UnshownChangeProblem(problem, "The change was saved.") }
            guard state.hasCompletedChange else { throw problem }
            throw UnshownChangeProblem(problem, "The command was completed.")
        }
    }

    /// Presents all pending prompts to the user.
    ///
    /// - Returns: The exit status if the user declines a prompt, or `nil` if all prompts are answered.
    private func answerPrompts(of state: inout AppState) async throws -> ExitStatus? {
        let reader = LineReader(traits: runtime.traits, signals: runtime.signals)
        while let prompt = state.prompts.first {
            if let notice = state.notice {
                do {
                    try await write(notice, as: nil)
                } catch OutputProblem.readerLeft {
                    // The user has quit the pager.
                }
            }
            let answer = try await reader.ask(prompt)
            // A page with an outcome other than success has already reported the changes.
            let isUnchanged = state.notice?.outcome ?? .success == .success
            if answer == .interrupted, isUnchanged { throw CancellationError() }
            guard case .chosen(let index) = answer, prompt.answers[index].line != nil else {
                state.decline()
                if isUnchanged { runtime.reporter.notify("Nothing was changed.") }
                return answer == .interrupted ? .interrupted : .declined
            }
            try await runtime.indicator.during("Working") {
                try await state.answerInterruptibly(prompt.answers[index], runtime.signals)
            }
        }
        return nil
    }

    func write(_ page: Page, as format: Format?, _ extent: Extent = .everything) async throws {
        guard !page.isEmpty else { return }
        let output = format == nil ? runtime.pagedOutput : .standardOutput()
        let renderer = PageRenderer(format, runtime.traits)
        DebugLog.note(.drawing, renderer.format.rawValue)
        try await renderer.render(page, extent, to: output)
        try output.close()
    }
}

extension ExitStatus {
    fileprivate init(_ outcome: Page.Outcome) {
        switch outcome {
        case .success: self = .done
        case .negative: self = .failed
        case .partial: self = .partial
        case .unapproved: self = .wrongUsage
        case .undecided: self = .declined
        }
    }
}

extension LineReader {
    /// Asks the question of a prompt.
    ///
    /// - Parameter isCommand: A function that returns whether an answer is another command.
    func ask(_ prompt: Prompt, orCommand isCommand: (String) -> Bool = { _ in false }) async throws -> Answer {
        try await ask(
            prompt.question, prompt.answers.map(\.title), preset: prompt.presetIndex, cancel: prompt.cancelIndex,
            orCommand: isCommand)
    }

    /// Returns the index of the answer that a line selects, or `nil` for other lines.
    func index(of line: String, among prompt: Prompt) -> Int? {
        index(
            of: line, among: prompt.answers.map(\.title), preset: prompt.presetIndex, cancel: prompt.cancelIndex)
    }
}

extension Prompt {
    fileprivate var presetIndex: Int? { preset.flatMap { answers.firstIndex(of: $0) } }

    fileprivate var cancelIndex: Int? { answers.firstIndex { $0.line == nil } }
}

extension AppState {
    /// Answers the current prompt and removes it, even if the resulting command fails.
    mutating func answerInterruptibly(_ answer: Prompt.Answer, _ signals: SignalDispatcher) async throws {
        do {
            try await interruptibly(signals) { try await $0.answer(answer) }
        } catch {
            decline()
            throw error
        }
    }

    /// Runs a part of a command. Ctrl-C cancels it and rolls back its changes.
    mutating func interruptibly(
        _ signals: SignalDispatcher, _ body: @escaping @Sendable (inout AppState) async throws -> Void
    ) async throws {
        let before = self
        self = try await InterruptMonitor.cancelling(signals, on: BlockingExecutor.shared) {
            var after = before
            try await body(&after)
            return after
        } discarding: {
            $0.hasOnlyNavigated
        }
    }
}

/// A sequence of command lines. Unless `--keep-going` is given, the sequence stops at the first error.
struct Script {
    let runtime: AppRuntime
    let name: String

    func run(on state: inout AppState, next: () throws -> String?) async throws -> ExitStatus {
        let runner = CommandRunner(runtime: runtime)
        var first = ExitStatus.done
        var number = 0
        while !state.isOver {
            number += 1
            var source: Message = "\(name):\(String(number))"
            do {
                guard let line = try next() else { break }
                source = "\(name):\(String(number)): \(line)"
                guard !line.trimmed.isEmpty, !line.trimmed.hasPrefix("#") else { continue }
                let status = try await runner.run(try ShellWords.split(line, home: runtime.paths.home), on: &state)
                guard status != .done else { continue }
                if first == .done { first = status }
            } catch InputProblem.unreadable(let reason) {
                throw InputProblem.unreadable(reason: reason)
            } catch {
                let status = runtime.reporter.report(error, of: source)
                if first == .done { first = status }
            }
            if !runtime.arguments.keepsGoing { break }
        }
        return first
    }
}
