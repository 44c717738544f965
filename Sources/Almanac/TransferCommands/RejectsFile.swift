import Interchange
import Localization
import Model
import Synchronization

/// The file that `--rejects` names: what an import could not take in, to be mended. Rows stand below the header of their
/// own table. There is no file unless something is in it.
final class RejectsFile: Sendable {
    private let target: any ByteTarget
    private let last = Mutex<SourceText?>(nil)

    init(_ target: any ByteTarget) { self.target = target }

    func write(_ text: SourceText) throws {
        let before = last.withLock { last in
            defer { last = text }
            return last
        }
        if text.header != before?.header ?? [] { try write(text.header) }
        try write(text.bytes)
    }

    private func write(_ bytes: [UInt8]) throws {
        let lineEnd = UInt8(ascii: "\n")
        try target.write(bytes.last == lineEnd ? bytes : bytes + [lineEnd])
    }

    /// Gives the file its name, behind the import.
    func finish(after outcome: ImportOutcome) throws {
        if last.withLock({ $0 == nil }) { return target.discard() }
        do {
            try target.finish()
        } catch let problem as any UserFacingError {
            throw MissingRejects(problem: problem, outcome: outcome)
        }
    }

    func discard() { target.discard() }
}

/// An import was carried out, but the file of what it could not take in is not there.
struct MissingRejects: UserFacingError {
    let problem: any UserFacingError
    let outcome: ImportOutcome

    var explanation: ErrorReport {
        let rest: Message = "What could not be taken in, “import --dry-run” of the same files tells."
        return ErrorReport(
            problem.explanation.status, "The import was carried out, but \(problem.explanation.what)",
            why: problem.explanation.why, next: outcome == .changed ? "“undo” takes it back. \(rest)" : rest)
    }
}
