import Display
import Localization
import Model

/// What a check found, each finding by its name, and what can be done.
public struct StoreFindings: UserFacingError {
    public let explanation: ErrorReport
    private let findings: [Finding]

    /// - Parameters:
    ///   - mended: what was done already.
    ///   - newest: the backup to go back to.
    init(_ findings: [Finding], after mended: [Message] = [], newest: Backup?) {
        self.findings = findings
        let list = findings.map { "\($0.name.rawValue): \($0.detail)" as Message }
        let number = Message(findings.count, "finding")
        let isFixed = !mended.isEmpty
        let what: Message = isFixed ? "The store is not whole yet: \(number)." : "The store is not whole: \(number)."
        let backup: Message =
            newest.map { "the newest backup is \($0.path)" } ?? "there is no sound backup beside the store"
        let remedies = Set(findings.map(\.name.remedy))
        let next: Message =
            if remedies == [.manual] {
                "Nothing mends that by itself; \(backup)."
            } else if isFixed || remedies.contains(.salvage) {
                "“restore FILE” goes back to a backup, and \(backup); “salvage” copies what is readable."
            } else {
                "“check --fix” mends what can be mended; \(backup)."
            }
        explanation = ErrorReport(
            .failed, what, next: next, details: mended + list)
    }

    /// What is wrong, for programs.
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
