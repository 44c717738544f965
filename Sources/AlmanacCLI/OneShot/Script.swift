import Localization
import Model
import Navigation
import Terminal

/// A sequence of command lines. Unless `--keep-going` is set, the sequence stops at the first error.
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
                let status = try await runner.run(try ShellWords.of(line, home: runtime.paths.home), on: &state)
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
