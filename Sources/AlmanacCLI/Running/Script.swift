import Model
import Navigation

/// Lines one after the other, from `-c`, a file or a pipe; it ends at the first that fails, unless told to keep going.
struct Script {
    let house: AppRuntime
    let name: String

    func run(on stage: inout AppState, next: () throws -> String?) async throws -> ExitStatus {
        let runner = CommandRunner(house: house)
        var first = ExitStatus.done
        var number = 0
        while !stage.isOver, let line = try next() {
            number += 1
            guard !line.trimmed.isEmpty, !line.trimmed.hasPrefix("#") else { continue }
            do {
                let status = try await runner.run(try ShellWords.of(line, home: house.paths.home), on: &stage)
                guard status != .done else { continue }
                if first == .done { first = status }
            } catch {
                house.voice.say("\(name):\(number): \(line)")
                let status = house.voice.tell(error)
                if first == .done { first = status }
            }
            if !house.arguments.keepsGoing { return first }
        }
        return first
    }
}
