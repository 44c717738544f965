import FoundationEssentials
import SQLite
import TestSupport

/// Simulated power failures during some commands and after them. `FaultShim` records the changes and syncs that the
/// commands make.
struct PowerLoss {
    private let commands: [SweptCommand]
    private let content: DiskModel.Content
    /// The state before the first command, and the state after each command.
    private let states: [Sweep.State]
    /// The state after the first part of the first command, if it has two parts.
    private let half: Sweep.State
    let calls: [RecordedCall]
    /// For each command, the number of calls up to its end.
    private let ends: [Int]

    /// Runs the commands one after another. The initial home is that of the first command.
    init(_ commands: [SweptCommand]) throws {
        self.commands = commands
        let home = try Home(copying: HomeFixture.home(commands[0].beginning))
        content = try DiskModel.Content(of: home)
        let halfway = try Home(copying: home)
        var states = [try Self.state(of: halfway, commands)]
        if let words = commands[0].half { try halfway.run(words) }
        half = try Self.state(of: halfway, commands)
        let recording = home.folder + ".calls"
        defer { try? FileManager.default.removeItem(atPath: recording) }
        var ends: [Int] = []
        var calls: [RecordedCall] = []
        for command in commands {
            let ending = try home.run(
                command.words.map { $0.replacing("~", with: home.folder) }, of: command.program,
                with: [
                    "LD_PRELOAD": BuiltProgram.faultShim, "FAULT_FOLDER": home.folder, "FAULT_RECORD": recording,
                ])
            guard SweptCommand.successes.contains(ending.status) else {
                throw ChildProcess.Failure(description: "\(command.words): \(ending.errors)")
            }
            calls = try RecordedCall.all(in: home.bytes(of: recording))
            ends.append(calls.count)
            states.append(try Self.state(of: Home(copying: home), commands))
        }
        (self.states, self.calls, self.ends) = (states, calls, ends)
    }

    private static func state(of home: Home, _ commands: [SweptCommand]) throws -> Sweep.State {
        var all = commands[0]
        all.outputs = commands.flatMap(\.outputs)
        all.incidental = commands.reduce([]) { $0.union($1.incidental) }
        return try Sweep.State(of: home, all)
    }

    /// Returns the first problem after power failures, half of them at random calls and the others at the end of the last
    /// command.
    /// - Parameter isIgnored: A closure that returns whether the disk ignores a call, as if the program had not made it.
    func problem(
        after count: Int, chance: inout SeededGenerator, ignoring isIgnored: (RecordedCall) -> Bool = { _ in false }
    ) throws -> String? {
        let points = (0..<count).map { $0 % 2 == 0 ? calls.count : chance.number(below: calls.count) }.sorted()
        let disk = DiskModel(content)
        var done = 0
        for point in points {
            for call in calls[done..<point] where !isIgnored(call) { disk.apply(call) }
            done = point
            let home = try Home()
            try disk.writeRemains(to: home, chance: &chance)
            guard let problem = try problem(in: home, at: point) else { continue }
            let place = point < calls.count ? "before \(calls[point].kind) of \(calls[point].path)" : "at the end"
            return "call \(point) of \(calls.count), \(place): \(problem)"
        }
        return nil
    }

    // MARK: - State after the power loss

    private func problem(in home: Home, at point: Int) throws -> String? {
        do {
            return try stateProblem(in: Home(copying: home), at: point) ?? startProblem(in: home)
        } catch let error as SQLiteError {
            return error.message
        }
    }

    private func stateProblem(in home: Home, at point: Int) throws -> String? {
        let completed = ends.count { $0 <= point }
        let state = try Self.state(of: home, commands)
        let (old, new) = (states[completed], states[min(completed + 1, commands.count)])
        let stores = [old.store, new.store] + (completed == 0 ? [half.store] : [])
        guard stores.contains(state.store) else {
            return "neither old (\(state.differences(from: old))) nor new (\(state.differences(from: new)))"
        }
        let outputs = commands.flatMap(\.outputs)
        return outputs.first { output in
            // A name that is not synced may be lost, but a file is never incomplete.
            !states.contains { Self.isPart(state.outputs[output], of: $0.outputs[output]) }
        }.map { "\($0) is neither old nor new" }
    }

    /// Returns whether an output is complete, or is a folder that contains only complete files.
    private static func isPart(_ output: Sweep.Output?, of whole: Sweep.Output?) -> Bool {
        guard case .folder(let files) = output, case .folder(let all)? = whole else { return output == whole }
        return files.allSatisfy { isPart($0.value, of: all[$0.key]) }
    }

    private func startProblem(in home: Home) throws -> String? {
        // By default, only ``StoreContent`` checks the database, because “check” takes longer.
        let isChecked = Soak.isOn && commands[0].beginning != .broken
        let next = try home.almanac("-c", "persons", "-c", isChecked ? "check" : "groups")
        if next.status != 0 {
            return "the next start fails: \(next.status) “\(next.errors)” \(next.output.suffix(500))"
        }
        return try StoreContent.damage(of: home.store).first
    }
}
