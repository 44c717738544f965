import Display
import Model

/// The store as a whole: seeds, migrations, backups, checks.
struct StoreCommands: Responder {
    let coordinator: AppCoordinator

    private var services: Services { coordinator.services }

    var commands: [Command] {
        [
            SeedCommand(seeds: services.seeds, progress: services.configuration.progress).command,
            Command(
                "migrate", [Parameter("status", .choice(["status"]), .optional)],
                about: "bring the store up to date; “status” lists the migrations", examples: ["migrate status"],
                effect: .changes
            ) { invocation in
                guard invocation.arguments.first.map({ $0 == "status" }) ?? true else {
                    throw CommandProblem.notHere(
                        "“migrate” does not take “\(invocation.arguments[0])”.",
                        next: "Write “migrate” or “migrate status”.")
                }
                if invocation.arguments.isEmpty { _ = try await services.keeper.migrate() }
                return .tell(page(of: try await services.keeper.migrations()))
            },
            Command(
                "backup", [Parameter("FILE", .file)], about: "a checked copy, photos beside it",
                examples: ["backup almanac-2026.db"]
            ) { invocation in
                .tell(page(of: try await services.keeper.backup(to: invocation.arguments[0])))
            },
            Command("check", about: "whether the store is whole") { _ in
                let findings = try await services.keeper.check()
                guard findings.isEmpty else { throw StoreFindings(findings) }
                return .tell(.message("The store is whole."))
            },
            Command("paths", about: "where everything is kept") { _ in
                .tell(
                    Page(
                        "Paths",
                        [
                            .record(services.configuration.paths.map { Field($0.name, $0.name, .text($0.path)) })
                        ]))
            },
            Command("graph", about: "the navigation graph, for Graphviz", examples: ["graph > almanac.dot"]) { _ in
                .tell(Page("Navigation", [.verbatim(try await Explorer(coordinator).graph().graphviz)]))
            },
            Command("version", about: "which Almanac this is") { _ in
                .tell(.message("almanac \(services.configuration.version)"))
            },
        ]
    }

    private func page(of migrations: [MigrationState]) -> Page {
        Page(
            "Migrations",
            [
                .table(
                    Table(
                        "migrations",
                        columns: [
                            Column("version", "Version", .trailing), Column("name", "Name"),
                            Column("applied", "Applied"),
                        ],
                        rows: migrations.map { migration in
                            Row([
                                Field("version", "Version", .integer(migration.version)),
                                Field("name", "Name", .text(migration.name)),
                                Field(
                                    "applied", "Applied",
                                    migration.applied.map { .date(iso: $0.rawValue, words: $0.words) } ?? .none),
                            ])
                        }))
            ])
    }

    private func page(of backup: BackupReport) -> Page {
        let counts = Kind.allCases.map { Field($0.plural, $0.heading, .integer(backup.counts[$0] ?? 0)) }
        return Page(
            "Backup",
            [
                .record(
                    [Field("path", "File", .text(backup.path)), Field("bytes", "Bytes", .integer(backup.bytes))]
                        + counts
                        + [Field("photos", "Photos", .integer(backup.photos))])
            ])
    }
}
