import Model
import Navigation

/// A sequence of command lines. Unless `--keep-going` is set, the sequence stops at the first error.
struct Script {
    let runtime: AppRuntime
    let name: String

    func run(on state: inout AppState, next: () throws -> String?) async throws -> ExitStatus {
        let runner = CommandRunner(runtime: runtime)
        var first = ExitStatus.done
        var number = 0
        while !state.isOver, let line = try next() {
            number += 1
            guard !line.trimmed.isEmpty, !line.trimmed.hasPrefix("#") else { continue }
            do {
                let status = try await runner.run(try ShellWords.of(line, home: runtime.paths.home), on: &state)
                guard status != .done else { continue }
                if first == .done { first = status }
            } catch {
                let status = runtime.reporter.report(error, of: "\(name):\(number): \(line)")
                if first == .done { first = status }
            }
            if !runtime.arguments.keepsGoing { return first }
        }
        return first
    }
}
