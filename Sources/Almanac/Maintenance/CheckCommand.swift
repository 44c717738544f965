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
                whose axis differs by a factor of more than 4/3 from the one that Kepler’s third law implies. These \
                inconsistencies do not affect the exit status: it is 0 if the database itself has no problems. The same \
                applies to phone numbers, email addresses, and postal addresses of a person that repeat others in \
                another spelling. --fix keeps the more complete spelling, and combines postal addresses if each has \
                parts that the other lacks; “undo” reverses this.

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

    /// Returns a table of persons’ values that repeat another value, with the commands that remove them, or `nil` if no
    /// value repeats another.
    private func repeatedValues() async throws -> [Block]? {
        let rows = try await personsWithRepeatedValues().flatMap { person, repeated in
            repeated.map { Self.row(of: $0, person.reference) }
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
        return [
            .message([sentence]), .table(Table("repeatedValues", columns: columns, rows: rows)),
            .message(["Use “check --fix” to keep only the more complete spellings."]),
        ]
    }

    private func personsWithRepeatedValues() async throws -> [(person: Record<Person>, repeated: [RepeatedValue])] {
        var found: [(person: Record<Person>, repeated: [RepeatedValue])] = []
        var request = ListRequest<Person>(limit: 500)
        while true {
            let persons = try await persons.list(request)
            found += persons.items.map { ($0, $0.content.repeatedValues) }.filter { !$0.1.isEmpty }
            guard persons.hasMore, let last = persons.items.last else { return found }
            request.after = last.recordID
        }
    }

    /// Removes persons’ values that repeat another value, in one history step.
    ///
    /// - Returns: The number of removed values.
    private func removeRepeatedValues(in context: CommandContext) async throws -> Int {
        let found = try await personsWithRepeatedValues()
        let updates = found.map { person, _ in RecordUpdate(person, to: person.content.withoutRepeatedValues) }
        if !updates.isEmpty { try await persons.update(updates, in: context) }
        return found.reduce(0) { $0 + $1.repeated.count }
    }

    private static func row(of repeated: RepeatedValue, _ person: RecordReference) -> Row {
        let removal =
            repeated.isCombined
            ? "check --fix" : ShellWords.joined(["edit", person.id.description, repeated.removal.description])
        return person.id.row([
            Field("name", "Name", .text(person.name)), Field("value", "Value", .text(repeated.removal.value)),
            Field("kept", "Repeats", .text(repeated.kept)), Field("advice", "Advice", .text(removal)),
        ])
    }

    private func fix(in context: CommandContext) async throws -> NavigationAction {
        let report = try await maintenance.repair(in: context)
        var sentences: [Message] = report.repaired
        if let backup = report.backup { sentences.append("A backup of the previous state is in \(backup).") }
        guard report.left.isEmpty else {
            throw StoreFindings(report.left, after: sentences, newest: try await newestBackup())
        }
        // If the database could not be opened before the repair, its records are not accessible now. The next repair
        // removes the repeated values.
        let removed = report.repaired.isEmpty ? try await removeRepeatedValues(in: context) : 0
        if removed > 0 {
            sentences += [
                Message(
                    removed, one: "Removed 1 value that repeats another in a different spelling.",
                    other: "Removed \(removed) values that repeat others in a different spelling."),
                "Use “undo” to reverse this.",
            ]
        }
        if sentences.isEmpty { return .tell(.message("No problems found. Nothing was changed.")) }
        return .tell(Page("Repaired", [.message(sentences + ["No problems remain."])]))
    }

    private func accepted(_ trigger: String, _ sql: String) -> Page {
        Page(
            "Accepted",
            [.message(["Accepted the trigger \(trigger), which runs when data is changed:"]), .verbatim(sql)])
    }

    private func newestBackup() async throws -> Backup? { try await maintenance.backups().first(where: \.isSound) }
}

extension [CatalogFault] {
    /// A page of inconsistencies in the catalog. Inconsistencies do not mean that the database is damaged.
    var page: Page {
        let rows = map { fault in
            Row(
                address: fault.record.id.description,
                [
                    Field("fault", "Problem", .text(fault.name.rawValue)),
                    Field("name", "Planet", .text(fault.record.name)),
                    Field("detail", "Reason", .words(fault.detail)),
                    Field("advice", "Advice", .words(fault.advice)),
                    Field("id", "ID", .text(fault.record.id.description)),
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

/// An error that lists the problems found by a database check, with advice on how to repair them.
public struct StoreFindings: UserFacingError {
    public let explanation: ErrorReport
    private let findings: [Finding]

    /// Creates an error from the problems that a check finds, or that remain after a repair.
    ///
    /// - Parameters:
    ///   - repaired: Descriptions of completed repairs.
    ///   - newest: The newest intact backup, if any.
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
