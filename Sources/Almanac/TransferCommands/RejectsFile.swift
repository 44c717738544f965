import Interchange
import Localization
import Model
import Synchronization

/// A file for rejected cards and rows. It is created only if items are rejected. Rejected rows follow the header of
/// their CSV file.
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

    /// Moves the file to its final path after the import, or discards the file if no items were rejected.
    func finish(after outcome: ImportOutcome) throws {
        if last.withLock({ $0 == nil }) { return target.discard() }
        do {
            try target.finish()
        } catch let problem as any UserFacingError {
            throw RejectsFileProblem(problem: problem, outcome: outcome)
        }
    }

    func discard() { target.discard() }
}

/// An error while writing the file for rejected items after a successful import.
struct RejectsFileProblem: UserFacingError {
    let problem: any UserFacingError
    let outcome: ImportOutcome

    var explanation: ErrorReport {
        let rest: Message = "Use “import --dry-run” with the same files to list rejected items."
        return ErrorReport(
            problem.explanation.status,
            "The import succeeded, but rejected items were not written. \(problem.explanation.what)",
            why: problem.explanation.why, next: outcome == .changed ? "Use “undo” to reverse the import. \(rest)" : rest
        )
    }
}
