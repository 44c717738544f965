import Display
import Localization
import Model

/// The problems found by a database check, with advice on how to repair them.
public struct StoreFindings: UserFacingError {
    public let explanation: ErrorReport
    private let findings: [Finding]

    /// Creates an error from the problems that remain after a check or repair.
    ///
    /// - Parameters:
    ///   - repaired: Descriptions of completed repairs.
    ///   - newest: The newest intact backup.
    init(_ findings: [Finding], after repaired: [Message] = [], newest: Backup?) {
        self.findings = findings
        let list = findings.map { "\($0.name.rawValue): \($0.detail)" as Message }
        let number = Message(findings.count, "problem")
        let isFixed = !repaired.isEmpty
        let what: Message =
            isFixed ? "The database still has \(number)." : "The database has \(number)."
        let backup: Message =
            newest.map { "the newest backup is \($0.path)" } ?? "there is no intact automatic backup"
        let remedies = Set(findings.map(\.name.remedy))
        let next: Message =
            if remedies == [.manual] {
                "These problems must be fixed by hand; \(backup)."
            } else if isFixed || remedies.contains(.salvage) {
                "Use “restore FILE” to return to a backup, or “salvage” to recover readable data; \(backup)."
            } else {
                "Use “check --fix” to repair it; \(backup)."
            }
        explanation = ErrorReport(
            .failed, what, next: next, details: repaired + list)
    }

    /// A page with the problems, for programs.
    public var page: Page {
        let rows = findings.map { finding in
            Row([
                Field("name", "Name", .text(finding.name.rawValue)),
                Field("detail", "Finding", .words(finding.detail)),
            ])
        }
        return Page(
            "Findings",
            [.table(Table("findings", columns: [Column("name", "Name"), Column("detail", "Finding")], rows: rows))])
    }
}
