import Display
import Model
import Navigation

/// The store as a whole: seeds, migrations, backups, checks, and what there is to know about the program.
struct StoreCommands: Responder {
    let coordinator: AppCoordinator

    private var services: Services { coordinator.services }

    var commands: [Command] {
        BackupCommands(maintenance: services.maintenance).commands
            + [
                RestoreCommand(
                    history: services.history, maintenance: services.maintenance, session: coordinator.session,
                    directory: coordinator.directory
                ).command,
                CheckCommand(maintenance: services.maintenance, planets: services.planets).command,
            ] + others
    }

    private var others: [Command] {
        [
            SeedCommand(
                seeds: services.seeds, maintenance: services.maintenance, progress: services.configuration.progress
            ).command,
            Command(
                "migrate", [Parameter("status", .choice(["status"]), .optional)], options: [.dryRun],
                about: "bring the store up to date; “status” lists the migrations", examples: ["migrate status"],
                effect: .changes
            ) { invocation in
                guard invocation.arguments.first.map({ $0 == "status" }) ?? true else {
                    throw CommandProblem.notHere(
                        "“migrate” does not take “\(invocation.arguments[0])”.",
                        next: "Write “migrate” or “migrate status”.")
                }
                let isWanted = invocation.arguments.isEmpty && !invocation.isDryRun
                let maintenance = services.maintenance
                return .tell(page(of: try await isWanted ? maintenance.migrate() : maintenance.migrations()))
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
                let signedOut = AppCoordinator(
                    services: services, session: CurrentSession(.signedOut, accounts: services.accounts))
                let graph = try await NavigationCrawler(coordinator, signedOut).graph()
                return .tell(Page("Navigation", [.verbatim(graph.graphviz)]))
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
}
