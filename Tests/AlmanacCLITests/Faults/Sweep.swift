import FileIO
import FoundationEssentials
import SQLite
import TestSupport
import Text

/// A fault-injection sweep: one command, run from the same initial state with a different fault each time.
struct Sweep {
    /// The contents of the database and of the other files that the command writes.
    struct State: Hashable {
        let store: StoreContent?
        let outputs: [String: Output]

        init(store: StoreContent?, outputs: [String: Output]) {
            self.store = store
            self.outputs = outputs
        }

        init(of home: Home, _ command: SweptCommand) throws {
            store = home.exists(home.store) ? try StoreContent(of: home.store).leavingOut(command.incidental) : nil
            outputs = try Dictionary(
                uniqueKeysWithValues: command.outputs.filter { home.exists("\(home.folder)/\($0)") }
                    .map { ($0, try Output("\(home.folder)/\($0)", in: home)) })
        }

        func differences(from other: State) -> String {
            let tables = if let store, let old = other.store { store.differences(from: old) } else { ["the store"] }
            return tables.joined(separator: ", ") + (outputs == other.outputs ? "" : " and files")
        }
    }

    indirect enum Output: Hashable {
        case store(StoreContent)
        case bytes([UInt8])
        case folder([String: Output])

        init(_ path: String, in home: Home) throws {
            if try FileSystem.entry(path)?.sort == .folder {
                let files = try home.names(in: path).map { ($0, try Output("\(path)/\($0)", in: home)) }
                self = .folder(Dictionary(uniqueKeysWithValues: files))
                return
            }
            let bytes = try home.bytes(of: path)
            self = bytes.starts(with: "SQLite format 3".utf8) ? .store(try StoreContent(of: path)) : .bytes(bytes)
        }
    }

    let command: SweptCommand
    private let beginning: Home
    /// The state before the command and the state after its first part, if it has two parts.
    private let old: [State]
    private let new: State
    /// The state with the change but without the output files, or `nil` if it equals another valid state.
    private let stored: State?
    /// The system calls of a run without a fault.
    let calls: [(call: Fault.Call, path: String)]

    init(_ command: SweptCommand) throws {
        self.command = command
        beginning = try HomeFixture.home(command.beginning)
        let halfway = try Home(copying: beginning)
        let before = try State(of: halfway, command)
        if let half = command.half { try halfway.run(half) }
        old = [before, try State(of: halfway, command)]
        let home = try Home(copying: beginning)
        let plan = try FaultPlan(for: home)
        let ending = try Self.run(command, in: home, plan)
        guard SweptCommand.successes.contains(ending.status) else {
            throw ChildProcess.Failure(description: "\(command.words): \(ending.errors)")
        }
        calls = plan.calls
        new = try State(of: home, command)
        let stored = State(store: new.store, outputs: before.outputs)
        self.stored = stored == new || old.contains(stored) ? nil : stored
    }

    var faults: [Fault] { Fault.all(among: calls.map(\.call)) }

    private static func run(_ command: SweptCommand, in home: Home, _ plan: FaultPlan) throws -> ChildProcess.Ending {
        let words = command.words.map { $0.hasPrefix("~") ? home.folder + $0.dropFirst() : $0 }
        return try home.run(words, of: command.program, with: plan.environment)
    }

    /// Returns the problems after a run with the fault, or `nil` if there are none.
    func problem(with fault: Fault) throws -> String? {
        let home = try Home(copying: beginning)
        let plan = try FaultPlan(for: home)
        try plan.set(fault)
        let ending = try Self.run(command, in: home, plan)
        // Compare a copy, so that the next start finds the leftovers of the fault.
        let copy = try Home(copying: home)
        let problems: [String]
        do {
            problems = stateProblems(on: ending, try State(of: copy, command)) + (try aftermath(in: home, fault))
        } catch let error as SQLiteError {
            problems = ["neither old nor new, but \(error.message)"]
        }
        guard !problems.isEmpty else { return nil }
        let call = fault.call == .any ? "any" : calls.filter { $0.call == fault.call }[fault.first - 1].path
        return "\(fault) (\(call)): \(problems.joined(separator: "; ")); status \(ending.status), “\(ending.errors)”"
    }

    // MARK: - State and messages

    private func stateProblems(on ending: ChildProcess.Ending, _ state: State) -> [String] {
        if let stored, state == stored {
            let isReported = ["succeeded", "The change was saved", "may not have been saved"].contains {
                ending.errors.contains($0)
            }
            return ending.status == 137 || ending.status == 1 && isReported
                ? [] : ["it does not report that the change was saved"]
        }
        guard old.contains(state) || state == new else {
            return ["neither old (\(state.differences(from: old[0]))) nor new (\(state.differences(from: new)))"]
        }
        switch ending.status {
        case _ where SweptCommand.successes.contains(ending.status):
            return state == new || command.onlyReads ? [] : ["it reports success without the change"]
        case 137: return []
        case 1 where ending.errors.contains("may not have been saved"): return []
        case 1 where ending.errors.contains("may not survive a power failure"): return []
        // With several command lines, the error concerns only the one that failed.
        case 1 where ending.errors.contains("succeeded") && command.words.first == "-c": return []
        case 1 where ["The change was saved", "succeeded", "were purged"].contains { ending.errors.contains($0) }:
            if ending.errors.contains("Nothing was") { return ["it also reports that nothing was changed"] }
            return state == new ? [] : ["it reports that the change was saved, but it was not"]
        case 1:
            let isVague = ending.errors.isEmpty || ending.errors.contains("Unexpected error")
            return (old.contains(state) ? [] : ["it reports a failure, but the change was saved"])
                + (isVague ? ["it does not report the reason"] : [])
        default: return ["unexpected status"]
        }
    }

    // MARK: - Next start

    private func aftermath(in home: Home, _ fault: Fault) throws -> [String] {
        let folder = String(home.store.dropLast("/almanac.db".count))
        var problems: [String] = []
        if fault.kind != .kill, fault.call != .unlink, fault.call != .any {
            let names = home.names(in: folder) + home.names(in: home.folder)
            problems += names.filter { $0.contains(".almanac-") }.map { "\($0) was not removed" }
        }
        let next = try home.almanac("persons")
        if next.status != 0 { problems.append("the next start fails: \(next.status) “\(next.errors)”") }
        problems += home.names(in: folder).filter { ["almanac.db-wal", "almanac.db-journal"].contains($0) }.map {
            "\($0) was not removed"
        }
        problems += try StoreContent.damage(of: home.store)
        if fault.kind == .kill, command.beginning != .broken {
            let check = try home.almanac("check")
            if check.status != 0 { problems.append("check fails: “\(check.errors)”") }
        }
        return problems
    }
}
