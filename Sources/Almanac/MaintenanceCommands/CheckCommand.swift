import Display
import Localization
import Model
import Navigation

/// Whether the store is whole, and what to do if it is not.
struct CheckCommand: Sendable {
    let maintenance: any DatabaseMaintenance
    let planets: any PlanetDataSource

    var command: Command {
        Command(
            "check",
            Argument.flag("--deep", "also every index and the words of the search, every photo and the history"),
            Argument.flag("--fix", "mend what can be mended without losing anything, after a backup"), .dryRun,
            about: "whether the store is whole, and what in the catalogue of planets does not fit",
            examples: ["check --deep", "check --fix"],
            details: """
                Of planets it tells which are there twice, which share a name, whose axis, period and star disagree by a third \
                (Kepler's third law), whose density no body has, and which figures cannot be. That is no damage: the status \
                is 0 if nothing else is wrong.
                """
        ) { invocation, isDeep, isFix, isDryRun in
            if isFix && !isDryRun { return try await fix(in: invocation.context) }
            let findings = try await maintenance.check(isDeep ? .deep : .quick)
            guard findings.isEmpty else { throw StoreFindings(findings, newest: try await newestBackup()) }
            let faults = try await planets.faults()
            return .tell(faults.isEmpty ? .message("The store is whole.") : faults.page)
        }
    }

    private func fix(in context: CommandContext) async throws -> NavigationAction {
        let report = try await maintenance.repair(in: context)
        guard let backup = report.backup else { return .tell(.message("The store is whole; nothing was changed.")) }
        let sentences: [Message] = report.mended + ["The store as it was before is kept in \(backup)."]
        guard report.left.isEmpty else {
            throw StoreFindings(report.left, after: sentences, newest: try await newestBackup())
        }
        return .tell(Page("Mended", [.message(sentences + ["The store is whole."])]))
    }

    private func newestBackup() async throws -> Backup? { try await maintenance.backups().first(where: \.isSound) }
}
