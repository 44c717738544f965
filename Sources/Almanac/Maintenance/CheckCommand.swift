import Display
import Localization
import Model
import Navigation

/// The command that checks and repairs the database.
struct CheckCommand: Sendable {
    let maintenance: any DatabaseMaintenance
    let planets: any PlanetDataSource
    let persons: any PersonDataSource

    var command: Command {
        Command(
            "check",
            Argument.flag("--deep", "Also verify the indexes, search index, photos, and history"),
            Argument.flag("--fix", "Make a backup, then repair without losing data"), .dryRun,
            Argument.option("--accept", "TRIGGER", "Allow this trigger of another program", .text),
            about: "Check the database and the planet catalog",
            examples: ["check --deep", "check --fix"],
            details: """
                The catalog check reports duplicate planets, shared names, impossible values or densities, and orbits \
                whose axis and period deviate from Kepler’s third law by more than a third. These \
                inconsistencies do not affect the exit status: it is 0 if the database itself has no problems. The same \
                applies to phone numbers and email addresses of a person that repeat others in another spelling.

                Data cannot be changed while the database contains a trigger of another program. --fix removes the \
                trigger. --accept allows it in this database until its SQL changes.
                """
        ) { invocation, isDeep, isFix, isDryRun, trigger in
            if let trigger, !isDryRun { return .tell(accepted(trigger, try await maintenance.acceptTrigger(trigger))) }
            if isFix && !isDryRun { return try await fix(in: invocation.context) }
            let findings = try await maintenance.check(isDeep ? .deep : .quick)
            guard findings.isEmpty else { throw StoreFindings(findings, newest: try await newestBackup()) }
            let faults = try await planets.faults()
            var page: Page = faults.isEmpty ? .message("No problems found.") : faults.page
            if let repeated = try await repeatedValues() {
                page.blocks += repeated
                page.blocksForPrograms = page.blocksForPrograms.map { $0 + repeated }
            }
            return .tell(page)
        }
    }

    /// The values of persons that repeat others, with the commands that remove them; `nil` without such values.
    private func repeatedValues() async throws -> [Block]? {
        var rows: [Row] = []
        var request = ListRequest<Person>(limit: 500)
        while true {
            let persons = try await persons.list(request)
            for person in persons.items {
                rows += person.content.repeatedValues.map { Self.row(of: $0, person.reference) }
            }
            guard persons.hasMore, let last = persons.items.last else { break }
            request.after = last.address
        }
        guard !rows.isEmpty else { return nil }
        let columns = [
            Column("name", "Name"), Column("value", "Value"), Column("kept", "Repeats"),
            Column("advice", "Advice", isProse: true),
            .id,
        ]
        let sentence = Message(
            rows.count, one: "1 value repeats another in a different spelling:",
            other: "\(rows.count) values repeat others in a different spelling:")
        return [.message([sentence]), .table(Table("repeatedValues", columns: columns, rows: rows))]
    }

    private static func row(of repeated: RepeatedValue, _ person: RecordReference) -> Row {
        let removal = ShellWords.joined(["edit", person.address.description, repeated.removal.description])
        return person.address.row([
            Field("name", "Name", .text(person.name)), Field("value", "Value", .text(repeated.removal.value)),
            Field("kept", "Repeats", .text(repeated.kept)), Field("advice", "Advice", .text(removal)),
        ])
    }

    private func fix(in context: CommandContext) async throws -> NavigationAction {
        let report = try await maintenance.repair(in: context)
        guard let backup = report.backup else { return .tell(.message("No problems found. Nothing was changed.")) }
        let sentences: [Message] = report.repaired + ["A backup of the previous state is in \(backup)."]
        guard report.left.isEmpty else {
            throw StoreFindings(report.left, after: sentences, newest: try await newestBackup())
        }
        return .tell(Page("Repaired", [.message(sentences + ["No problems remain."])]))
    }

    private func accepted(_ trigger: String, _ sql: String) -> Page {
        Page(
            "Accepted", [.message(["Accepted the trigger \(trigger). It runs when data is changed:"]), .verbatim(sql)])
    }

    private func newestBackup() async throws -> Backup? { try await maintenance.backups().first(where: \.isSound) }
}

extension [CatalogFault] {
    /// A page of inconsistencies in the catalog. Inconsistencies do not mean that the database is damaged.
    var page: Page {
        let rows = map { fault in
            Row(
                address: fault.record.address.description,
                [
                    Field("fault", "Problem", .text(fault.name.rawValue)),
                    Field("name", "Planet", .text(fault.record.name)),
                    Field("detail", "Reason", .words(fault.detail)),
                    Field("advice", "Advice", .words(fault.advice)),
                    Field("id", "ID", .text(fault.record.address.description)),
                ])
        }
        let columns = [
            Column("fault", "Problem"), Column("name", "Planet"), Column("detail", "Reason", isProse: true), .id,
        ]
        let table = Table("faults", columns: columns, rows: rows)
        let summary = Message(
            count, one: "The database is intact. 1 inconsistency in the planet catalog:",
            other: "The database is intact. \(count) inconsistencies in the planet catalog:")
        return Page(
            "",
            [
                .message([summary]), .table(table),
                .message(["Use “show ID --sources” to see the source of a value, and “edit ID” to correct it."]),
            ], forPrograms: [.table(table)])
    }
}

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

    /// A machine-readable page with the problems.
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
